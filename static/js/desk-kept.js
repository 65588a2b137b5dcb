// Over TLS the desk is there after a reload and a restart: its page, the law and what they are drawn with are kept for the
// service worker (service-worker.js), until the referee signs out. In an open tab nothing of this is needed.

const DESK = "desk-1";
const LAW = "law-1";
const STATIC = "public-pages-1";
const able = isSecureContext && "caches" in window && "serviceWorker" in navigator;

export const forget = async () => able && caches.delete(DESK);

export async function keep(address, page) {
  if (!able) return;
  await navigator.serviceWorker.register("/service-worker.js");
  await (await caches.open(DESK)).put(address, page);
  await add(STATIC, resources("/static/"));
  const worker = document.querySelector("[data-law-on-device]")?.dataset.lawOnDevice;
  if (worker) await add(LAW, await filesOf(worker));
}

const resources = (folder) =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith(folder))
    .map(({ href }) => href);

// Of another state of the program nothing stays: its parts are never put together with those of today.
async function filesOf(worker) {
  const made = JSON.parse((await (await fetch(worker)).text()).match(/^self\.MADE = (.*);$/m)[1]);
  const wanted = [worker, ...Object.values(made.files)].map((path) => new URL(path, location).href);
  const cache = await caches.open(LAW);
  for (const { url } of await cache.keys()) if (!wanted.includes(url)) await cache.delete(url);
  return wanted;
}

async function add(name, addresses) {
  const cache = await caches.open(name);
  for (const address of addresses) {
    if (!(await cache.match(address, { ignoreVary: true }))) await cache.add(address);
  }
}

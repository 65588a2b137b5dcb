// Over TLS the desk is there after a reload and a restart: its page and what it is drawn with are kept for the service worker
// (service-worker.js), until the referee signs out. In an open tab nothing of this is needed.

const DESK = "desk-2";
const STATIC = "public-pages-1";
const able = isSecureContext && "caches" in window && "serviceWorker" in navigator;

export const forget = async () => able && caches.delete(DESK);

// The page may still be on its way when the referee signs out: it is not kept any more.
let signedOut = false;
export function signOut() {
  signedOut = true;
  return forget();
}

export async function keep(address, page) {
  if (!able) return;
  await navigator.serviceWorker.register("/service-worker.js");
  if (signedOut) return;
  await (await caches.open(DESK)).put(address, page);
  const cache = await caches.open(STATIC);
  for (const file of drawnWith()) {
    if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file);
  }
}

const drawnWith = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/static/"))
    .map(({ href }) => href);

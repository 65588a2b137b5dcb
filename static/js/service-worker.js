// Only where the site has TLS: pages that anybody may see, and static files, are there without network, marked with their
// time. A page for somebody who is signed in says "private" or "no-store" and is never kept, but for the one that a referee
// opens a case with when nobody answers (cases/cached-desk.js): it stands in for the organiser's pages of its event until the sign-out.

const KEPT = "public-pages-1";
// Of releases whose devices computed the law's answer.
const REMOVED = ["law-1", "desk-1"];
const MOST = 300;
// A page read by another one is the page that is opened later.
const SAME = { ignoreVary: true };
// A network without its server may not refuse but keep silent.
const SILENT_MS = 8000;
const silence = () => new Promise((_, end) => setTimeout(end, SILENT_MS, new TypeError("silence")));

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) =>
  event.waitUntil(
    Promise.all([self.clients.claim(), askOnce(), keepOffline(), ...REMOVED.map((name) => caches.delete(name))]),
  ),
);

// For pages that this device has never seen, in the language of the first visit; with what it looks like.
const OFFLINE = "offline-1";

async function keepOffline() {
  const cache = await caches.open(OFFLINE);
  try {
    const answer = await fetch("/offline/");
    const html = await answer.clone().text();
    await cache.put("/offline/", answer);
    await cache.addAll([...new Set(html.match(/\/static\/[\w./-]+/g))]);
  } catch {
    // Without the server at this moment; the browser says it in its own words then.
  }
}

// With navigation preload a page may be fetched twice; two answers to a first visit set two CSRF cookies, and the form of
// one of them is refused. Earlier workers switched it on, and a registration keeps that until it is switched off.
const askOnce = () => self.registration.navigationPreload?.disable();

let opened;
const pages = () => {
  opened ??= caches.open(KEPT);
  return opened;
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // What an open page reads to follow the event is kept too, but never answered from here: it asks whether there is a server.
  const isRead = request.headers.get("Accept") === "text/html";
  if (url.pathname.startsWith("/static/")) event.respondWith(file(event));
  else if (isRead || request.mode === "navigate") event.respondWith(page(event, isRead));
});

async function file(event) {
  const found = (await (await pages()).match(event.request, SAME)) || (await caches.match(event.request, SAME));
  if (found) return found;
  const answer = await fetch(event.request);
  if (mayBeKept(answer)) event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

// Nobody waits for what is kept: the answer goes to the page as it arrives.
async function page(event, isRead) {
  const { request } = event;
  const asked = fetch(request);
  // A page that was kept is shown before the network has given up.
  asked.catch(() => {});
  const found = isRead ? null : await (await pages()).match(request, SAME);
  try {
    const answer = await (found ? Promise.race([asked, silence()]) : asked);
    const kept = mayBeKept(answer) && answer.headers.get("Cache-Control");
    event.waitUntil(kept ? keep(request, answer.clone()) : forget(request));
    return answer;
  } catch (error) {
    if (found) return found;
    if (request.mode !== "navigate") throw error;
    const stand = (await deskFor(new URL(request.url).pathname)) || (await caches.match("/offline/", SAME));
    if (!stand) throw error;
    return stand;
  }
}

const mayBeKept = (answer) =>
  answer.ok && !answer.redirected && !/private|no-store/.test(answer.headers.get("Cache-Control") || "");

const forget = async (request) => (await pages()).delete(request, SAME);

async function deskFor(path) {
  const event = path.match(/^\/t\/[^/]+\/manage\//)?.[0];
  return event && (await caches.open("desk-2")).match(`${event}cases/without-server/`, SAME);
}

async function keep(request, answer) {
  const cache = await pages();
  const type = answer.headers.get("Content-Type") || "";
  if (type.includes("html")) {
    const html = (await answer.text()).replace("<body ", `<body data-kept-at="${new Date().toISOString()}" `);
    await cache.delete(request, SAME);
    await cache.put(request.url, new Response(html, { headers: answer.headers }));
  } else {
    await cache.put(request, answer);
  }
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
}

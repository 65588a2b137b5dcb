// Only where the site has TLS: pages that anybody may see, and static files, are there without network, marked with their
// time. A page for somebody who is signed in says "private" or "no-store" and is never kept, but for the one that a referee
// opens a case with when nobody answers (desk-kept.js): it stands in for the organiser's pages of its event until the sign-out.

const KEPT = "public-pages-1";
const MOST = 300;
// A page read by another one is the page that is opened later.
const SAME = { ignoreVary: true };
// A network without its server may not refuse but keep silent.
const SILENT_MS = 8000;
const silence = () => new Promise((_, end) => setTimeout(end, SILENT_MS, new TypeError("silence")));

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (/^\/pocket\/[^/]+\/[^/]+$/.test(url.pathname)) return event.respondWith(law(request));
  const isStatic = url.pathname.startsWith("/static/");
  // What an open page reads to follow the event is kept too, but never answered from here: it asks whether there is a server.
  const isRead = request.headers.get("Accept") === "text/html";
  if (isStatic || isRead || request.mode === "navigate") event.respondWith(fromNetwork(request, isStatic, isRead));
});

async function fromNetwork(request, isStatic, isRead) {
  const cache = await caches.open(KEPT);
  const found = isRead ? null : await cache.match(request, SAME);
  if (isStatic && found) return found;
  try {
    const answer = await (found ? Promise.race([fetch(request), silence()]) : fetch(request));
    const rules = answer.headers.get("Cache-Control") || "";
    const isPublic = answer.ok && !answer.redirected && !/private|no-store/.test(rules) && (isStatic || rules);
    if (isPublic) await keep(cache, request, answer.clone());
    else if (!isStatic) await cache.delete(request, SAME);
    return answer;
  } catch (error) {
    if (found) return found;
    const desk = request.mode === "navigate" && (await deskFor(new URL(request.url).pathname));
    if (!desk) throw error;
    return desk;
  }
}

async function deskFor(path) {
  const event = path.match(/^\/t\/[^/]+\/manage\//)?.[0];
  return event && (await caches.open("desk-1")).match(`${event}cases/without-server/`, SAME);
}

// What is under these addresses never changes.
const law = async (request) => (await (await caches.open("law-1")).match(request, SAME)) ?? fetch(request);

async function keep(cache, request, answer) {
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

// Only where the site has TLS: pages that anybody may see, and static files, are there without network, marked with their
// time. A page for somebody who is signed in says "private" or "no-store" and is never kept.

const KEPT = "public-pages-1";
const MOST = 300;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const isStatic = url.pathname.startsWith("/static/");
  if (isStatic || request.mode === "navigate") event.respondWith(fromNetwork(request, isStatic));
});

async function fromNetwork(request, isStatic) {
  const cache = await caches.open(KEPT);
  if (isStatic) {
    const found = await cache.match(request);
    if (found) return found;
  }
  try {
    const answer = await fetch(request);
    const rules = answer.headers.get("Cache-Control") || "";
    const isPublic = answer.ok && !answer.redirected && !/private|no-store/.test(rules) && (isStatic || rules);
    if (isPublic) await keep(cache, request, answer.clone());
    else if (!isStatic) await cache.delete(request);
    return answer;
  } catch (error) {
    const found = await cache.match(request);
    if (!found) throw error;
    return found;
  }
}

async function keep(cache, request, answer) {
  const type = answer.headers.get("Content-Type") || "";
  if (type.includes("html")) {
    const html = (await answer.text()).replace("<body ", `<body data-kept-at="${new Date().toISOString()}" `);
    await cache.put(request, new Response(html, { headers: answer.headers }));
  } else {
    await cache.put(request, answer);
  }
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
}

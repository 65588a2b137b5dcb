// The event's other pages stay readable in an open tab without network: while there is one, each tab of the event is read
// now and then and kept in this tab's memory; a click that finds no server shows what was kept, with its time. Pages of
// whoever is signed in are in memory only as long as the tab, and nowhere else.

const EVERY_MS = 120_000;
const kept = new Map();
const links = () => [...document.querySelectorAll("nav.tabs a[href], [data-keep-page]")].map((link) => link.pathname);

async function read(path) {
  const answer = await fetch(path, { headers: { Accept: "text/html" } });
  if (answer.ok && !answer.redirected) kept.set(path, { html: await answer.text(), at: new Date() });
}

async function readAll() {
  for (const path of new Set(links())) {
    try {
      await read(path);
    } catch {
      return; // no network: what was kept stays
    }
  }
}

function show(path) {
  const { html, at } = kept.get(path);
  const page = new DOMParser().parseFromString(html, "text/html");
  const time = at.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  const main = document.querySelector("main");
  main.replaceChildren(...page.querySelector("main").childNodes);
  document.querySelector("nav.tabs")?.replaceWith(page.querySelector("nav.tabs") ?? "");
  document.title = page.title;
  const note = main.querySelector("[data-follow-note]");
  if (note) {
    note.textContent = note.dataset.followNote.replace("{time}", time);
    note.hidden = false;
  }
  history.pushState({ kept: path }, "", path);
  scrollTo(0, 0);
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.search || !kept.has(link.pathname)) return;
  event.preventDefault();
  try {
    // A sign of life first: the hall's own network can be there without the server.
    await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(2500) });
    location.assign(link.href);
  } catch {
    show(link.pathname);
  }
});
addEventListener("popstate", () => kept.has(location.pathname) && !navigator.onLine && show(location.pathname));

if (document.querySelector("[data-follow]")) {
  setTimeout(readAll, 1500 + Math.random() * 3000);
  setInterval(() => document.visibilityState === "visible" && readAll(), EVERY_MS);
}
// With TLS the browser also starts and reloads these pages without network (service-worker.js). The first page was there
// before the worker: it is read once more, with its files, as soon as the worker listens.
if (isSecureContext && "serviceWorker" in navigator) {
  const worker = navigator.serviceWorker;
  if (!worker.controller) {
    worker.addEventListener(
      "controllerchange",
      () => {
        for (const { name } of performance.getEntriesByType("resource")) {
          if (new URL(name).pathname.startsWith("/static/")) fetch(name).catch(() => {});
        }
        if (document.querySelector("[data-follow]")) readAll();
      },
      { once: true },
    );
  }
  worker.register("/service-worker.js");
}

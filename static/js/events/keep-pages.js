// The event's other pages stay readable in an open tab without network: while there is one, each tab of the event, the page
// itself and the page of the player who is followed are read now and then and kept in this tab's memory; a click that finds
// no server shows what was kept, with its time. Pages of whoever is signed in are in memory only as long as the tab, and
// nowhere else.

import { timeOnPage } from "../times.js";

const EVERY_MS = 120_000;
const TRY_AGAIN_MS = 8000;
const kept = new Map();
const event = document.querySelector("[data-follow]")?.dataset.event;
let showing = false;

/** The address of a page without its fragment: of a long list each page is one. */
const addressOf = (place) => place.pathname + place.search;

// A page with a form is read by nobody but the visitor: its answer sets a cookie that the form is sent with.
function paths() {
  const tabs = [...document.querySelectorAll("nav.tabs a[href]:not([data-has-form])")].map((link) => link.pathname);
  const own = localStorage.getItem(`followed/${event}`);
  return new Set([...tabs, addressOf(location), ...(own ? [`/t/${event}/players/${own}/`] : [])]);
}

async function read(path) {
  const answer = await fetch(path, { headers: { Accept: "text/html" } });
  if (!answer.ok || answer.redirected) return;
  const html = await answer.text();
  kept.set(path, { html, at: new Date() });
  const page = new DOMParser().parseFromString(html, "text/html");
  // What it is drawn with is there as well when it is wanted: a module that finds nothing of its own does nothing.
  for (const style of page.querySelectorAll("link[rel=stylesheet]")) wear(style);
  for (const script of page.querySelectorAll("script[type=module][src]")) {
    import(script.getAttribute("src")).catch(() => {}); // no network by now: the next reading brings it
  }
}

function wear(style) {
  const href = style.getAttribute("href");
  if (!document.head.querySelector(`link[href="${href}"]`)) document.head.append(style);
}

async function readAll() {
  if (showing) return;
  for (const path of paths()) {
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
  const time = timeOnPage(at, Date.now());
  const main = document.querySelector("main");
  main.replaceChildren(...page.querySelector("main").childNodes);
  document.querySelector("nav.tabs")?.replaceWith(page.querySelector("nav.tabs") ?? "");
  document.title = page.title;
  const note = main.querySelector("[data-follow-note]");
  if (note) {
    note.textContent = note.dataset.followNote.replaceAll("{time}", time);
    note.hidden = false;
  }
  if (addressOf(location) !== path) history.pushState({ kept: path }, "", path);
  scrollTo(0, 0);
  main.dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true }));
  showing = true;
}

/** A sign of life: the hall's own network can be there without the server. Raises TypeError or DOMException. */
const alive = () => fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(2500) });

// What was kept gives way to the page itself as soon as there is one.
async function leave() {
  if (!showing || document.visibilityState !== "visible") return;
  try {
    await alive();
  } catch {
    return;
  }
  location.reload();
}

document.addEventListener("click", async (click) => {
  const link = click.target.closest?.("a[href]");
  if (!link || click.defaultPrevented || click.button || click.metaKey || click.ctrlKey || click.shiftKey) return;
  if (link.origin !== location.origin || !kept.has(addressOf(link))) return;
  click.preventDefault();
  try {
    await alive();
    location.assign(link.href);
  } catch {
    show(addressOf(link));
  }
});
addEventListener("popstate", () => showing && kept.has(addressOf(location)) && show(addressOf(location)));
addEventListener("online", leave);
setInterval(leave, TRY_AGAIN_MS);

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
  // Not while the page is still being shown: a slow phone has one processor for both.
  const register = () => worker.register("/service-worker.js");
  if (document.readyState === "complete") register();
  else addEventListener("load", () => setTimeout(register), { once: true });
}

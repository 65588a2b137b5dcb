// Mirrored events say how long ago the hall was heard. The server's clock counts: that of the device may be wrong, and a
// page may have been made, or kept, long before it is read.
import { timeOnPage } from "../times.js";

const ASK_EVERY_MS = 15_000;
const LIVE_MS = 90_000;

let offset = 0;
let heard = null;
let asking = false;
let askAt = 0;

async function ask(address) {
  asking = true;
  try {
    const sent = Date.now();
    const answer = await fetch(address, { cache: "no-store" });
    const now = Date.now();
    if (answer.ok) {
      heard = await answer.json();
      offset = heard.now - (sent + now) / 2;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // the network is gone: the age counts on
  } finally {
    asking = false;
    askAt = Date.now() + ASK_EVERY_MS * (0.8 + 0.4 * Math.random());
  }
}

function show(note) {
  const now = Date.now() + offset;
  const isLive = heard.live && now - heard.at < LIVE_MS;
  const seconds = String(Math.max(0, Math.floor((now - heard.at) / 1000)));
  const text = isLive
    ? note.dataset.live.replaceAll("{seconds}", seconds)
    : note.dataset.silent.replaceAll("{time}", timeOnPage(heard.at, now));
  if (note.textContent !== text) note.textContent = text;
}

function tick() {
  // A page that follows the event gets another note with its new content.
  const note = document.querySelector("[data-heard]");
  if (!note || document.visibilityState !== "visible") return;
  if (!asking && Date.now() >= askAt) ask(note.dataset.heard).then(() => heard && show(note));
  if (heard) show(note);
}

setInterval(tick, 1000);
document.addEventListener("visibilitychange", tick);
tick();

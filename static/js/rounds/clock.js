// The round clock. The end is a moment on the server; every page only subtracts, with its own clock set right by the server's.
import { timeOnPage } from "../times.js";
import { Gong } from "./gong.js";

const ASK_EVERY_MS = 5_000;
const DRAW_EVERY_MS = 200;

/** Milliseconds as text: 1:23:45, 23:45, and 0:00 once time is up. */
export function clockText(milliseconds) {
  const all = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Milliseconds that a table plays longer than the round; 0 without a table. */
function extraTime(clock, table) {
  const own = clock.extra.find(([number]) => number === table);
  return own ? own[1] * 1000 : 0;
}

/** Milliseconds until the end of the round, or of a `table`, at server time `now`; null where the clock has none yet. */
export function timeLeft(clock, now, table = null) {
  const extra = extraTime(clock, table);
  if (clock.state === "paused") return clock.remaining_seconds * 1000 + extra;
  if (clock.state === "waiting") return clock.minutes * 60_000 + extra;
  return clock.ends_at === null ? null : clock.ends_at - now + extra;
}

/** What a person sees: waiting, running, warning, paused, over, ended. */
export function phase(clock, now, table = null) {
  if (clock.state !== "running") return clock.state;
  const left = timeLeft(clock, now, table);
  if (left <= 0) return "over";
  return left <= clock.warning_seconds * 1000 ? "warning" : "running";
}

const OFFSET = "clock-offset";

/** Kept for pages that do not know the hour; a browser may forbid storage, as in a frame of another site. */
function keepOffset(offset) {
  try {
    localStorage.setItem(OFFSET, offset);
  } catch {
    // This page has it.
  }
}

class Clock {
  constructor(element, words, gong) {
    this.element = element;
    this.words = words;
    this.gong = gong;
    // A kept page does not know the hour: it is what the device has heard last, and the first answer sets it right.
    const { now } = element.dataset;
    this.offset = now ? Number(now) - Date.now() : Number(localStorage.getItem(OFFSET));
    // The phone of a table counts its extra minutes.
    this.table = Number(element.dataset.clockTable) || null;
    this.etag = "";
    this.state = null;
    this.shown = null;
    this.rungTables = new Set();
    this.closed = false;
    const given = document.getElementById("clock-state");
    if (given) this.state = JSON.parse(given.textContent);
  }

  part(name) {
    return this.element.querySelector(`[data-clock-${name}]`);
  }

  now() {
    return Date.now() + this.offset;
  }

  async ask() {
    const offline = document.querySelector("[data-clock-offline]");
    try {
      const sent = Date.now();
      const answer = await fetch(this.element.dataset.clockUrl, {
        headers: this.etag ? { "If-None-Match": this.etag } : {},
        cache: "no-store",
      });
      // The public pages of the event are closed, and the phone of a table cannot read its clock.
      this.closed = answer.status === 404;
      const server = Number(answer.headers.get("X-Server-Time"));
      if (server) {
        this.offset = server - (sent + Date.now()) / 2;
        keepOffset(this.offset);
      }
      if (answer.ok) {
        this.etag = answer.headers.get("ETag") || "";
        this.state = (await answer.json()).clock;
      }
      if (offline) offline.textContent = "";
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // the network is gone: the clock runs on
      if (offline) offline.textContent = this.words.offline;
    }
    this.draw();
  }

  draw() {
    // Only a clock with words says that it waits for a round, or that the round is over.
    this.element.hidden = !this.part("state") && (this.state === null || this.state.state === "ended");
    if (this.state === null) {
      if (this.part("state")) this.part("state").textContent = this.words.waiting;
      return;
    }
    const now = this.now();
    const current = phase(this.state, now, this.table);
    const left = timeLeft(this.state, now, this.table);
    this.write("time", left === null ? "–" : clockText(current === "ended" ? 0 : left));
    this.write("round", this.words.round.replaceAll("{n}", this.state.round));
    this.element.dataset.phase = current;
    if (this.part("state")) this.details(current, now);
    if (this.shown !== null && this.shown !== current) this.ring(current);
    this.shown = current;
  }

  details(current, now) {
    const starts = this.state.starts_at && this.state.starts_at > now;
    const start = starts && this.words.starts.replaceAll("{time}", timeOnPage(this.state.starts_at, now));
    this.write("state", current === "waiting" && start ? start : this.words[current]);
    const ends = ["running", "warning"].includes(current) && this.state.ends_at;
    this.write("end", ends ? this.words.ends.replaceAll("{time}", timeOnPage(ends, now)) : "");
    const code = this.state.last_hand.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    const inForce = current === "over" || (current === "warning" && this.state.last_hand === "warn_one_more");
    this.write("rule", current === "ended" ? "" : this.words[inForce ? `${code}Now` : code]);
    const list = this.part("extra");
    const base = timeLeft(this.state, now);
    const open = current === "ended" || base === null ? [] : this.state.extra;
    list.hidden = open.length === 0;
    const rows = open.map(([table, seconds]) => {
      const left = base + seconds * 1000;
      if (left > 0) this.rungTables.delete(table);
      else if (current === "over" && !this.rungTables.has(table)) {
        this.rungTables.add(table);
        if (this.shown === "over") this.gong.strike(1);
      }
      return `${this.words.table.replaceAll("{n}", table)}  ${clockText(left)}`;
    });
    while (list.children.length > rows.length) list.lastChild.remove();
    rows.forEach((text, index) => {
      const item = list.children[index] || list.appendChild(document.createElement("li"));
      if (item.textContent !== text) item.textContent = text;
    });
  }

  ring(current) {
    if (current === "warning") this.gong.strike(1);
    if (current === "over") this.gong.strike(3);
  }

  write(name, text) {
    const part = this.part(name);
    if (part && part.textContent !== text) part.textContent = text;
  }

  // Ends with the element: a page that follows the event takes a new clock with its new body.
  tick(timer, act) {
    if (this.element.isConnected) act();
    else clearInterval(timer);
  }

  start() {
    this.draw();
    this.ask();
    const drawing = setInterval(() => this.tick(drawing, () => this.draw()), DRAW_EVERY_MS);
    const asking = setInterval(() => this.tick(asking, () => this.closed || this.ask()), ASK_EVERY_MS);
    addEventListener("online", () => this.ask());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.ask());
  }
}

export function startClocks() {
  const words = document.getElementById("clock-words");
  if (!words) return;
  const gong = new Gong();
  const sound = document.querySelector("[data-sound]");
  const tryIt = document.querySelector("[data-try-sound]");
  sound?.addEventListener("click", async () => {
    const on = await gong.toggle();
    sound.setAttribute("aria-pressed", String(on));
    sound.textContent = on ? sound.dataset.on : sound.dataset.off;
    tryIt.hidden = !on;
  });
  tryIt?.addEventListener("click", () => gong.strike(1));
  for (const element of document.querySelectorAll("[data-clock]")) new Clock(element, words.dataset, gong).start();
}

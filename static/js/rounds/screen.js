// A projector view: long content flows into columns, and the window onto them moves by itself, one screenful at a time.
import { drawFlags } from "../flags.js";
import { startClocks } from "./clock.js";
import { fit } from "./screen-fit.js";

const ASK_EVERY_MS = 10_000;
const TICK_MS = 250;

class Turner {
  constructor(content, body) {
    this.content = content;
    this.seconds = Number(body.dataset.seconds) || 12;
    this.page = 0;
    this.paused = false;
    this.next = body.dataset.next;
    this.spent = 0;
    this.controls = document.querySelector("[data-controls]");
    this.number = document.querySelector("[data-page-number]");
    this.bar = document.querySelector("[data-time-left]");
    this.button = document.querySelector("[data-pause]");
  }

  /** What turns its pages; renewed with the content. */
  get flow() {
    return this.content.querySelector("[data-flow]");
  }

  get pages() {
    const gap = Number.parseFloat(getComputedStyle(this.flow).columnGap) || 0;
    return Math.max(1, Math.ceil((this.flow.scrollWidth + gap - 2) / (this.flow.clientWidth + gap)));
  }

  show(page) {
    const pages = this.pages;
    this.page = (page + pages) % pages;
    this.spent = 0;
    const gap = Number.parseFloat(getComputedStyle(this.flow).columnGap) || 0;
    this.flow.style.transform = `translateX(${-this.page * (this.flow.clientWidth + gap)}px)`;
    this.controls.hidden = pages < 2 && !this.next;
    this.bar.hidden = pages < 2 && !this.next;
    this.number.textContent = this.number.dataset.text.replaceAll("{n}", this.page + 1).replaceAll("{of}", pages);
  }

  arrange() {
    const legend = this.content.querySelector("[data-legend]")?.textContent ?? "";
    document.querySelector("[data-legend-at]").textContent = legend.replace(/\s+/g, " ").trim();
    fit(this.flow);
    this.show(Math.min(this.page, this.pages - 1));
  }

  pause(paused) {
    this.paused = paused;
    this.button.setAttribute("aria-pressed", String(paused));
  }

  tick() {
    if (this.paused || (this.pages < 2 && !this.next)) return;
    this.spent += TICK_MS / 1000;
    this.bar.value = Math.min(1, this.spent / this.seconds);
    if (this.spent < this.seconds) return;
    if (this.next && this.page === this.pages - 1) this.leave();
    else this.show(this.page + 1);
  }

  /** Go to the view that is in turn; without network this one begins anew. */
  async leave() {
    this.spent = 0;
    try {
      const answer = await fetch(this.next, { cache: "no-store" });
      if (answer.ok && answer.url !== location.href) location.replace(answer.url);
      else this.show(0);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // TypeError: the network is gone
      this.show(0);
    }
  }

  start() {
    const keys = {
      ArrowRight: () => this.show(this.page + 1),
      PageDown: () => this.show(this.page + 1),
      ArrowLeft: () => this.show(this.page - 1),
      PageUp: () => this.show(this.page - 1),
      Home: () => this.show(0),
      " ": () => this.pause(!this.paused),
    };
    addEventListener("keydown", (event) => {
      const onControl = event.target.closest?.("button, a");
      if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey || (event.key === " " && onControl))
        return;
      event.preventDefault();
      keys[event.key]();
    });
    for (const button of document.querySelectorAll("[data-turn]")) {
      button.addEventListener("click", () => this.show(this.page + Number(button.dataset.turn)));
    }
    this.button.addEventListener("click", () => this.pause(!this.paused));
    new ResizeObserver(() => this.arrange()).observe(this.content);
    document.fonts?.ready.then(() => this.arrange());
    // Someone who asked for less motion turns the pages by hand, or presses the pause button to let them run.
    this.pause(matchMedia("(prefers-reduced-motion: reduce)").matches);
    fit(this.flow);
    this.show(0);
    setInterval(() => this.tick(), TICK_MS);
    // For tests and curious organisers: which page is up can be read from the document.
    document.body.dataset.ready = "yes";
  }
}

// The heading names the round, so it changes together with the names below it.
function showHeading(heading) {
  heading.remove();
  document.querySelector(".screen-head h1").replaceChildren(heading.content);
  document.querySelector(".screen-main").setAttribute("aria-label", heading.dataset.title);
  document.title = `${heading.dataset.title} – ${document.querySelector(".screen-event").textContent}`;
}

async function keepFresh(turner, url) {
  let etag = "";
  const ask = async () => {
    try {
      const answer = await fetch(url, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
      if (!answer.ok) return; // 304: nothing new; an error: the old page is better than none
      const first = !etag;
      etag = answer.headers.get("ETag") || "";
      const fresh = document.createElement("template");
      fresh.innerHTML = await answer.text();
      drawFlags(fresh.content);
      showHeading(fresh.content.querySelector("[data-heading]"));
      if (first && fresh.innerHTML.trim() === turner.content.innerHTML.trim()) return;
      turner.content.replaceChildren(fresh.content);
      turner.arrange();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // TypeError: the network is gone; the next round asks again
    }
  };
  setInterval(ask, ASK_EVERY_MS);
  addEventListener("online", ask);
}

const content = document.querySelector("[data-content]");
if (content) {
  drawFlags(content);
  const turner = new Turner(content, document.body);
  turner.start();
  if (document.body.dataset.part) keepFresh(turner, document.body.dataset.part);
}
startClocks();

// A public page that stays open follows the event: it asks for the event's public version, and reads itself again when
// that is new. Nothing is taken away from who is typing, and what was opened stays open. Without network the page says
// from when it is.

import { timeOnPage } from "../times.js";

const EVERY_MS = 5_000;
const MOST_MS = 60_000;

class Follower {
  constructor(live) {
    this.live = live;
    this.note = live.querySelector("[data-follow-note]");
    this.body = live.querySelector("[data-follow-body]");
    this.asking = false;
    this.failures = 0;
    // Without the cookie everybody gets one cached response; a page that is not published is for its team.
    this.credentials = "followTeam" in live.dataset ? "same-origin" : "omit";
    // A page that the service worker has kept says when it was read.
    this.fresh = new Date(document.body.dataset.keptAt || Date.now());
    document.addEventListener("visibilitychange", () => this.ask());
    addEventListener("online", () => this.ask());
    addEventListener("offline", () => this.tellAge());
    if (document.body.dataset.keptAt) this.ask();
    else this.askLater();
  }

  // Not all phones of a hall at the same moment, and less often while nobody answers.
  askLater() {
    clearTimeout(this.timer);
    const wait = Math.min(EVERY_MS * 2 ** this.failures, MOST_MS);
    this.timer = setTimeout(() => this.ask(), wait * (0.8 + 0.4 * Math.random()));
  }

  // While the page is hidden nothing is asked; being shown starts it again.
  async ask() {
    if (this.asking || document.visibilityState !== "visible") return;
    this.asking = true;
    try {
      const answer = await fetch(this.live.dataset.followVersion, { cache: "no-cache", credentials: this.credentials });
      if (answer.ok) await this.followTo((await answer.json()).version);
      this.failures = answer.ok ? 0 : this.failures + 1;
    } catch (error) {
      this.failures += 1;
      if (!(error instanceof TypeError)) throw error; // TypeError: the network is gone
      this.tellAge();
    } finally {
      this.asking = false;
      this.askLater();
    }
  }

  async followTo(version) {
    const typing = this.body.contains(document.activeElement?.closest("input, select, textarea"));
    if (version !== this.live.dataset.follow) {
      if (typing) return;
      const answer = await fetch(location.href, { cache: "no-cache", headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      this.take(new DOMParser().parseFromString(await answer.text(), "text/html"));
    }
    this.fresh = new Date();
    this.note.hidden = true;
  }

  take(page) {
    const live = page.querySelector("[data-follow]");
    if (!live || live.dataset.follow === this.live.dataset.follow) return;
    const opened = [...this.body.querySelectorAll("details")].map((each) => each.open);
    this.body.replaceChildren(...live.querySelector("[data-follow-body]").childNodes);
    const now = [...this.body.querySelectorAll("details")];
    if (now.length === opened.length) {
      for (const [index, each] of now.entries()) each.open = opened[index];
    }
    this.live.dataset.follow = live.dataset.follow;
    document.title = page.title;
    this.body.dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true }));
  }

  tellAge() {
    const time = timeOnPage(this.fresh, Date.now());
    this.note.textContent = this.note.dataset.followNote.replaceAll("{time}", time);
    this.note.hidden = false;
  }
}

for (const live of document.querySelectorAll("[data-follow]")) new Follower(live);

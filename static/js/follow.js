// A public page that stays open follows the event: it asks whether the event has moved on, and takes the new body.
// Nothing is taken away from who is typing, and what was opened stays open. Without network the page says from when it is.

const EVERY_MS = 15_000;
const HEARD_MS = 2_000;

class Follower {
  constructor(live) {
    this.live = live;
    this.note = live.querySelector("[data-follow-note]");
    this.body = live.querySelector("[data-follow-body]");
    this.asking = false;
    // A page that the service worker has kept says when it was read.
    this.fresh = new Date(document.body.dataset.keptAt || Date.now());
    const ask = () => document.visibilityState === "visible" && this.ask();
    this.listen();
    document.addEventListener("visibilitychange", () => this.listen());
    // Not all phones of a hall at the same moment.
    setTimeout(() => setInterval(ask, EVERY_MS), Math.random() * EVERY_MS);
    document.addEventListener("visibilitychange", ask);
    addEventListener("online", ask);
    addEventListener("offline", () => this.tellAge());
    if (document.body.dataset.keptAt) ask();
  }

  // While the page is looked at, one connection tells when the event has moved on; asking goes on where it cannot be had.
  listen() {
    this.stream?.close();
    this.stream = null;
    if (document.visibilityState !== "visible" || !("EventSource" in globalThis)) return;
    this.stream = new EventSource(this.live.dataset.followStream);
    this.stream.addEventListener("change", ({ data }) => {
      // Most sheets show on no page before their round is released.
      if (JSON.parse(data).shown === false) return;
      clearTimeout(this.heard);
      this.heard = setTimeout(() => this.ask(), Math.random() * HEARD_MS);
    });
  }

  async ask() {
    if (this.asking || this.body.contains(document.activeElement?.closest("input, select, textarea"))) return;
    this.asking = true;
    try {
      const answer = await fetch(location.href, { cache: "no-cache", headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      this.take(new DOMParser().parseFromString(await answer.text(), "text/html"));
      this.fresh = new Date();
      this.note.hidden = true;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // TypeError: the network is gone
      this.tellAge();
    } finally {
      this.asking = false;
    }
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
    const time = this.fresh.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" });
    this.note.textContent = this.note.dataset.followNote.replace("{time}", time);
    this.note.hidden = false;
  }
}

for (const live of document.querySelectorAll("[data-follow]")) new Follower(live);

// The worker of the law as pages use it: started when the device has nothing else to do, asked with a time limit, ended when
// it does not answer, and started anew by the next question. Where it cannot be started because the site has another state
// of the program by now, the address of today's is asked for, once: parts of two states are never put together.

// Milliseconds. The first answer waits for the law to be fetched and read, on a slow phone over a slow network.
const LIMITS = { first: 90_000, later: 20_000 };

export const LATE = "no answer in time";
// What a proxy says when the site behind it does not answer.
export const AWAY = [502, 503, 504];

export class Law {
  // `now` is where the site tells the address of today's worker; a file that carries its own has none.
  constructor(address, now = "") {
    this.address = address;
    this.now = now;
    this.worker = null;
    this.waiting = new Map();
    this.number = 0;
    this.ready = false;
    this.limits = { ...LIMITS };
  }

  // What the worker says to a piece of work; the promise fails where it cannot, with a reason for the log.
  async ask(work, what) {
    const fresh = !this.ready;
    try {
      return await this.once(work, what);
    } catch (error) {
      if (!fresh || this.ready || error.message === LATE || !(await this.renewed())) throw error;
      return this.once(work, what);
    }
  }

  async renewed() {
    if (!this.now) return false;
    try {
      const { address } = await (
        await fetch(this.now, { cache: "no-store", signal: AbortSignal.timeout(5000) })
      ).json();
      if (!address || address === this.address) return false;
      this.address = address;
      return true;
    } catch {
      return false;
    }
  }

  once(work, what) {
    this.worker ??= this.begin();
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => this.end(LATE), this.ready ? this.limits.later : this.limits.first);
      this.waiting.set(id, { resolve, reject, limit });
      this.worker.postMessage({ id, work, what });
    });
  }

  begin() {
    const worker = new Worker(this.address);
    worker.addEventListener("message", ({ data }) => this.answer(data));
    // A worker that could not be started, or that the device has ended for want of memory.
    worker.addEventListener("error", () => this.end("the worker ended"));
    return worker;
  }

  answer({ id, said, problem, broken }) {
    const asked = this.waiting.get(id);
    if (!asked) return;
    this.waiting.delete(id);
    clearTimeout(asked.limit);
    if (problem === undefined) {
      this.ready = true;
      asked.resolve(said);
      return;
    }
    asked.reject(new Error(problem));
    if (broken || !this.ready) this.end(problem);
  }

  end(reason) {
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    for (const { reject, limit } of this.waiting.values()) {
      clearTimeout(limit);
      reject(new Error(reason));
    }
    this.waiting.clear();
  }
}

// The law of a page, as its element says; the one that is there already where it is the same. It is fetched while there is a
// network, when the page has nothing else to do.
export function lawOf(place, earlier = null) {
  let law = earlier;
  if (law?.address !== place.dataset.lawOnDevice) {
    law?.end("another page");
    law = new Law(place.dataset.lawOnDevice, place.dataset.now);
  }
  place.law = law;
  if (navigator.connection?.saveData) return law;
  const idle = window.requestIdleCallback ?? ((call) => setTimeout(call, 2000));
  idle(() => law.ask("ready", place.dataset.ruleset).catch(() => {}));
  return law;
}

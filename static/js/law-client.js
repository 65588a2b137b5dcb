// The worker of the law as pages use it: started when the device has nothing else to do, asked with a time limit, ended when
// it does not answer, and started anew by the next question.

const LIMIT = 20_000;
// The first answer waits for the law to be fetched and read, on a slow phone over a slow network.
const FIRST_LIMIT = 90_000;

export class Law {
  constructor(address) {
    this.address = address;
    this.worker = null;
    this.waiting = new Map();
    this.number = 0;
    this.ready = false;
  }

  // What the worker says to a piece of work; the promise fails where it cannot, with a reason for the log.
  ask(work, what) {
    this.worker ??= this.begin();
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => this.end("no answer in time"), this.ready ? LIMIT : FIRST_LIMIT);
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

  answer({ id, said, problem }) {
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
    if (!this.ready) this.end(problem);
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

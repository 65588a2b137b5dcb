// The law in a worker: the runtime and the law are fetched at the first message, and claims are answered without the server.
// The site puts what is to be fetched, and the engine that it has, before this script as self.MADE.

const { engine, files } = self.MADE;

const bytes = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
};

// The runtime asks for its own files below its folder; of packages beside the standard library it is told that there are none.
async function start() {
  const law = bytes(files.law);
  self.importScripts(files.loader);
  const folder = files.loader.slice(0, files.loader.lastIndexOf("/") + 1);
  const python = await self.loadPyodide({
    indexURL: new URL(folder, self.location).href,
    stdLibURL: new URL(files.library, self.location).href,
    lockFileContents: JSON.stringify({ info: self.MADE.info, packages: {} }),
    packageBaseUrl: new URL(folder, self.location).href,
  });
  python.FS.mkdir("/law");
  python.unpackArchive(await law, "zip", { extractDir: "/law" });
  python.runPython("import sys; sys.path.insert(0, '/law')");
  const device = python.pyimport("judging.pocket.device");
  if (device.version() !== engine) throw new Error("another engine");
  return device;
}

let started = null;

const WORK = {
  ready: (device, ruleset) => ruleset && device.warm_up(ruleset),
  ask: (device, form) => JSON.parse(device.ask(JSON.stringify(form))),
  line: (device, text) => device.line(text),
  hand: (device, form) => JSON.parse(device.hand(JSON.stringify(form))),
  seats: (device, table) => JSON.parse(device.seated(JSON.stringify(table))),
};

self.addEventListener("message", async (event) => {
  const { id, work, what } = event.data;
  try {
    started ??= start();
    const device = await started;
    self.postMessage({ id, said: WORK[work](device, what) ?? null });
  } catch (error) {
    // What Python raises leaves the law whole; anything else, and want of memory, does not.
    const broken = error.type === undefined || error.type === "MemoryError";
    self.postMessage({ id, broken, problem: String(error.message ?? error).slice(-500) });
  }
});

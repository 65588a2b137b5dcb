// The verifier in a worker: the runtime and the program's sources come out of the page, bundles are checked as they come.

const { files, info, parts } = self.MADE;

async function start() {
  const sources = fetch(files.sources).then((answer) => answer.arrayBuffer());
  const folder = files.loader.slice(0, files.loader.lastIndexOf("/") + 1);
  const python = await self.loadPyodide({
    indexURL: folder,
    stdLibURL: files.library,
    lockFileContents: JSON.stringify({ info, packages: {} }),
    packageBaseUrl: folder,
  });
  python.unpackArchive(await sources, "zip", { extractDir: "/check" });
  python.runPython("import sys; sys.path.insert(0, '/check')");
  return python.pyimport("tournaments.verification.command");
}

const started = start();

self.addEventListener("message", async (event) => {
  const { bundle, heads } = event.data;
  try {
    const said = (await started).answer(bundle, heads, JSON.stringify(parts));
    self.postMessage(JSON.parse(said));
  } catch (error) {
    self.postMessage({ problem: String(error.message ?? error).slice(-500) });
  }
});

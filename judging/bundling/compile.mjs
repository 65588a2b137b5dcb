// Runs in Node: compiles the law with the runtime's own Python, asks it the given claims, and tells which modules of the
// standard library that took. Arguments: folder of the runtime, folder of sources, folder for what comes out.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, sources, out] = process.argv.slice(2);

async function compile() {
  const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: `${runtime}/` });
  for (const [folder, path] of Object.entries({ "/sources": sources, "/out": out })) {
    python.FS.mkdir(folder);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: path }, folder);
  }
  python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf8"));
  writeFileSync(`${out}/modules.json`, python.globals.get("used"));
}

// Node would print the line of the runtime that failed, which is a megabyte long.
compile().catch((error) => {
  console.error(String(error.message ?? error));
  process.exit(1);
});

// Before the worker of a file that carries everything: what it fetches is unpacked here, and its programs are here already.

self.importScripts = () => {};

self.fetch = async (address) => {
  const asked = String(address.url ?? address).split("/").pop();
  const name = asked.endsWith(".wasm") ? "wasm" : asked;
  const packed = self.CARRIED[name];
  if (packed === undefined) return new Response(null, { status: 404 });
  const bytes = Uint8Array.from(atob(packed), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "Content-Type": name === "wasm" ? "application/wasm" : "application/octet-stream" } });
};

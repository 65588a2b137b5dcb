// In a file that carries its own worker: the address of the worker, made of what stands in the page's elements.

const carriedParts = new Map(
  [...document.querySelectorAll("script[data-carried]")].map((part) => [part.dataset.carried, part.textContent]),
);

async function carriedText(name) {
  const bytes = Uint8Array.from(atob(carriedParts.get(name)), (one) => one.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

// The programs of the runtime stand before the worker itself; what it would fetch goes along packed.
async function carriedWorker() {
  const programs = ["loader", "script"];
  const files = [...carriedParts].filter(([name]) => name !== "worker" && !programs.includes(name));
  const texts = await Promise.all([...programs, "worker"].map(carriedText));
  const carried = `self.CARRIED = {${files.map(([name, packed]) => `${JSON.stringify(name)}:"${packed}"`).join(",")}};\n`;
  return URL.createObjectURL(new Blob([carried, ...texts.map((text) => `${text}\n`)], { type: "text/javascript" }));
}

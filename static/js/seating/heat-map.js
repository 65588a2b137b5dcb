// The heat map says whose square is under the pointer or the finger, or where the arrow keys have gone. The squares are
// read from the picture itself, once.
const known = new WeakMap();
const places = new WeakMap();

document.addEventListener("pointermove", (event) => point(event));
document.addEventListener("pointerdown", (event) => point(event));
document.addEventListener("keydown", onKey);
document.addEventListener("focusin", (event) => {
  const map = event.target.closest?.(".heat-map");
  const out = map && reading(map);
  if (out && !out.textContent) out.textContent = out.dataset.hint;
});
for (const out of document.querySelectorAll("[data-reading]")) out.textContent = out.dataset.hint;

function reading(map) {
  return map.closest("figure").querySelector("[data-reading]");
}

function meetings(map) {
  if (!known.has(map)) {
    const times = new Map();
    for (const level of [1, 2, 3]) {
      const squares = map.querySelector(`.met-${level}`)?.getAttribute("d") ?? "";
      for (const [, column, row] of squares.matchAll(/M(\d+) (\d+)h/g)) times.set(`${row} ${column}`, level);
    }
    known.set(map, { times, people: map.dataset.people.split("\n") });
  }
  return known.get(map);
}

function point(event) {
  const map = event.target.closest?.(".heat-map");
  if (!map) return;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  show(map, Math.floor(at.y), Math.floor(at.x));
}

function onKey(event) {
  const map = event.target.closest?.(".heat-map");
  const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  if (!map || !by) return;
  event.preventDefault();
  const [row, column] = places.get(map) ?? [0, 0];
  show(map, row + by[0], column + by[1]);
}

function show(map, row, column) {
  const size = Number(map.dataset.size);
  if (row < 0 || column < 0 || row >= size || column >= size) return;
  const { times, people } = meetings(map);
  places.set(map, [row, column]);
  map
    .querySelector(".heat-cursor")
    .setAttribute("d", `M0 ${row}h${size}M0 ${row + 1}h${size}M${column} 0v${size}M${column + 1} 0v${size}`);
  const level = times.get(`${Math.min(row, column)} ${Math.max(row, column)}`) ?? 0;
  const said = row === column ? "#1" : map.getAttribute(`data-said-${level}`);
  reading(map).textContent = said.replace("#1", people[row]).replace("#2", people[column]);
}

// Lay out a long list on the projector: the fewest pages, all columns as full as each other, rows as high as there is room.
// A cell is as wide as the widest of its kind, a name is shrunk rather than cut.

const COLUMN_REM = 22;
const ROW_REM = 1.95;
const HIGHEST_ROW = 2;
const TEXT_OF_ROW = 0.74;
const SMALLEST_NAME = 0.5;
const SMALLEST_OTHER = 0.75;
/** From so many columns on a row says one figure. */
const BRIEF_FROM = 3;
const KINDS = ["place", "movement", "who", "first", "second", "wind", "at"];

/** Columns and rows a column for `rows` rows in a window of `columns` by `high` at most: fewest pages, then columns. */
export function arranged(rows, columns, high) {
  const pages = Math.ceil(rows / (columns * high));
  let used = columns;
  while (used > 1 && Math.ceil(rows / ((used - 1) * high)) === pages) used -= 1;
  return { columns: used, high: Math.ceil(rows / (pages * used)) };
}

/** Width of the widest cell of each kind and of the widest name, in ems of a row's text. */
function measured(list) {
  list.dataset.measured = "";
  const em = Number.parseFloat(getComputedStyle(list.firstElementChild).fontSize);
  const widths = new Map();
  const note = (kind, cell) => {
    const width = (cell.getBoundingClientRect().width + 1) / em;
    widths.set(kind, Math.max(widths.get(kind) ?? 0, width));
  };
  for (const row of list.children) {
    for (const cell of row.children) note(kindOf(cell), cell);
  }
  delete list.dataset.measured;
  // Names stand in the third column, also before anybody has moved.
  if (list.matches(".screen-moves") && !widths.has("movement")) widths.set("movement", 0);
  // Words instead of figures need as much room as the figures have.
  const figures = (widths.get("first") ?? 0) + (widths.get("second") ?? 0);
  if (widths.has("out")) widths.set("first", (widths.get("first") ?? 0) + Math.max(0, widths.get("out") - figures));
  return widths;
}

function kindOf(cell) {
  const named = ["place", "movement", "first", "wind", "out"].find((name) => cell.classList.contains(name));
  if (named) return named;
  if (cell.classList.contains("screen-who")) return "who";
  return cell.tagName === "B" ? "at" : "second";
}

/** Kinds of cells that a row of `columns` shows, in order. */
const shown = (widths, columns) =>
  KINDS.filter((kind) => widths.has(kind) && (kind !== "second" || columns < BRIEF_FROM));

/** Width that a row needs with text of `text` pixels and gaps of `gap`, its name at `scale`. */
function needed(kinds, widths, { text, gap, scale }) {
  const ems = kinds.reduce((sum, kind) => sum + widths.get(kind) * (kind === "who" ? scale : 1), 0);
  return ems * text + gap * (kinds.length - 1);
}

/** Shrink each text that does not fit, down to `smallest`; all are measured before any is changed. Returns what still
    does not fit. */
function shrink(texts, smallest) {
  for (const text of texts) text.style.fontSize = "";
  const found = texts.map((text) => [
    text.clientWidth / text.scrollWidth,
    Number.parseFloat(getComputedStyle(text).fontSize),
  ]);
  for (const [index, text] of texts.entries()) {
    const [size, pixels] = found[index];
    if (size < 1) text.style.fontSize = `${Math.max(smallest, Math.floor(size * 50) / 50) * pixels}px`;
  }
  return texts.filter((_, index) => found[index][0] < smallest);
}

/** Lay out the list of `flow`, where it is a list and nothing else. */
export function fit(flow) {
  const list = flow.children.length === 1 && flow.firstElementChild.matches(".screen-ranks, .screen-names");
  for (const name of ["height", "columnCount", "columnWidth"]) flow.style[name] = "";
  for (const name of ["--row", "--text", "--cells"]) flow.style.removeProperty(name);
  delete flow.dataset.columns;
  delete flow.dataset.brief;
  if (!list) return;
  const names = [...flow.querySelectorAll(".screen-name")];
  const others = [...flow.querySelectorAll(".screen-of")];
  for (const text of [...names, ...others]) text.style.fontSize = "";
  for (const other of others) other.hidden = false;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const between = Number.parseFloat(getComputedStyle(flow).columnGap) || 0;
  const gap = Number.parseFloat(getComputedStyle(flow.querySelector("li")).columnGap) || 0;
  const widths = measured(flow.firstElementChild);
  const lowest = ROW_REM * rem;
  const wide = (columns) => (flow.clientWidth + between) / columns - between;
  const fits = (columns) =>
    needed(shown(widths, columns), widths, { text: lowest * TEXT_OF_ROW, gap, scale: SMALLEST_NAME }) <= wide(columns);
  let widest = Math.max(1, Math.floor((flow.clientWidth + between) / (COLUMN_REM * rem + between)));
  while (widest > 1 && !fits(widest)) widest -= 1;
  const high = Math.max(1, Math.floor(flow.clientHeight / lowest));
  const found = arranged(flow.firstElementChild.children.length, widest, high);
  const row = Math.min(flow.clientHeight / found.high, HIGHEST_ROW * lowest);
  // The screen of a phone has no room for a second figure either.
  const brief = found.columns >= BRIEF_FROM || !fits(found.columns);
  const kinds = shown(widths, brief ? BRIEF_FROM : found.columns);
  const room = wide(found.columns) - gap * (kinds.length - 1);
  const largest = room / needed(kinds, widths, { text: 1, gap: 0, scale: 1 });
  const text = Math.min(row * TEXT_OF_ROW, Math.max(lowest * TEXT_OF_ROW, largest));
  flow.style.columnWidth = "auto";
  flow.style.columnCount = String(found.columns);
  flow.style.setProperty("--row", `${Math.floor(row * 100) / 100}px`);
  flow.style.setProperty("--text", `${Math.floor(text * 100) / 100}px`);
  // Letters do not grow evenly: once more at the size that they have.
  const exact = measured(flow.firstElementChild);
  const cell = (kind) => (kind === "who" ? "minmax(0, 1fr)" : `${exact.get(kind)}em`);
  flow.style.setProperty("--cells", kinds.map(cell).join(" "));
  flow.style.height = `${Math.ceil(row * found.high)}px`;
  flow.dataset.columns = String(found.columns);
  if (brief) flow.dataset.brief = "";
  shrink(names, SMALLEST_NAME);
  // Half a team says nothing, and a team in every tenth row looks like a mistake.
  const cut = shrink(others, SMALLEST_OTHER);
  for (const other of cut.length * 2 > others.length ? others : cut) other.hidden = true;
}

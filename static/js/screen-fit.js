// How a long list stands on the projector: the fewest pages, all columns as full as each other, rows as high as there is
// room, and names smaller rather than cut.

const COLUMN_REM = 22;
const ROW_REM = 1.95;
const HIGHEST_ROW = 2;
const SMALLEST_NAME = 0.6;

/** Columns and rows a column for `rows` rows in a window of `columns` by `high` at most: fewest pages, then columns. */
export function arranged(rows, columns, high) {
  const pages = Math.ceil(rows / (columns * high));
  let used = columns;
  while (used > 1 && Math.ceil(rows / ((used - 1) * high)) === pages) used -= 1;
  return { columns: used, high: Math.ceil(rows / (pages * used)) };
}

/** Shrink each name that does not fit; all are measured before any is changed. */
function shrink(names) {
  for (const name of names) name.style.fontSize = "";
  const sizes = names.map((name) => name.clientWidth / name.scrollWidth);
  for (const [index, name] of names.entries()) {
    if (sizes[index] < 1) name.style.fontSize = `${Math.max(SMALLEST_NAME, Math.floor(sizes[index] * 50) / 50)}em`;
  }
}

/** Lay out the list of `flow`, where it is a list and nothing else. */
export function fit(flow) {
  const list = flow.children.length === 1 && flow.firstElementChild.matches(".screen-ranks, .screen-names");
  for (const name of ["height", "columnCount", "columnWidth"]) flow.style[name] = "";
  flow.style.removeProperty("--row");
  if (!list) return;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const gap = Number.parseFloat(getComputedStyle(flow).columnGap) || 0;
  const widest = Math.max(1, Math.floor((flow.clientWidth + gap) / (COLUMN_REM * rem + gap)));
  const high = Math.max(1, Math.floor(flow.clientHeight / (ROW_REM * rem)));
  const found = arranged(flow.firstElementChild.children.length, widest, high);
  const row = Math.min(flow.clientHeight / found.high, HIGHEST_ROW * ROW_REM * rem);
  flow.style.columnWidth = "auto";
  flow.style.columnCount = String(found.columns);
  flow.style.setProperty("--row", `${Math.floor(row * 100) / 100}px`);
  flow.style.height = `${Math.ceil(row * found.high)}px`;
  flow.dataset.columns = String(found.columns);
  shrink([...flow.querySelectorAll(".screen-name")]);
}

// Lay out a long list on the projector: the fewest pages, then the largest text, all columns as full as each other.
// A cell is as wide as the widest of its kind, a name is shrunk rather than cut. Sizes are in the root's, which is a
// fortieth of the picture's height.
import { fitHall } from "./screen-hall.js";
import { fitNames, NARROWEST, release, shrink, unit } from "./screen-text.js";

const ROW_REM = 1.8;
const HIGHEST_ROW_REM = 4.4;
const TEXT_OF_ROW = 0.74;
const MOST_COLUMNS = 5;
/** So many of a list's names decide how wide a column is; longer ones are made smaller. */
const USUAL_NAMES = 0.9;
/** From so many columns on a row says one figure. */
const BRIEF_FROM = 3;
const KINDS = ["place", "movement", "who", "first", "second", "wind", "at"];

/** Width of the widest cell of each kind, of a usual name and of the `longest`, in ems of a row's text. */
function measured(list, heads) {
  list.dataset.measured = "";
  const em = Number.parseFloat(getComputedStyle(list.firstElementChild).fontSize);
  const widths = new Map();
  const names = [];
  const note = (kind, cell) => {
    const width = (cell.getBoundingClientRect().width + 1) / em;
    if (kind === "who") names.push(width);
    widths.set(kind, Math.max(widths.get(kind) ?? 0, width));
  };
  for (const row of list.children) {
    for (const cell of row.children) note(kindOf(cell), cell);
  }
  delete list.dataset.measured;
  if (heads) {
    heads.dataset.measured = "";
    for (const head of heads.firstElementChild.children) if (kindOf(head) !== "who") note(kindOf(head), head);
    delete heads.dataset.measured;
  }
  widths.set("longest", widths.get("who"));
  widths.set("who", names.sort((one, other) => one - other)[Math.floor((names.length - 1) * USUAL_NAMES)]);
  // Names stand in the third column, also before anybody has moved.
  if (list.matches(".screen-moves") && !widths.has("movement")) widths.set("movement", 0);
  // Words instead of figures need as much room as the figures have.
  const figures = (widths.get("first") ?? 0) + (widths.get("second") ?? 0);
  if (widths.has("out")) widths.set("first", (widths.get("first") ?? 0) + Math.max(0, widths.get("out") - figures));
  return widths;
}

/** Heads of the columns above a list, if it has any. */
const headsOf = (flow) => flow.closest("[data-content]")?.querySelector("[data-heads]");

/** Show the heads above as many columns as the list has. */
function repeat(heads, columns, between, { cells, text, brief }) {
  heads.replaceChildren(...Array.from({ length: columns }, () => heads.firstElementChild.cloneNode(true)));
  heads.style.columnGap = `${between}px`;
  heads.style.setProperty("--cells", cells);
  heads.style.setProperty("--text", text);
  heads.toggleAttribute("data-brief", brief);
}

function kindOf(cell) {
  const named = ["place", "movement", "first", "wind", "out"].find((name) => cell.classList.contains(name));
  if (named) return named;
  if (cell.classList.contains("screen-who")) return "who";
  return cell.tagName === "B" ? "at" : "second";
}

/** Layouts of `rows` rows in so many columns: their pages, rows a column, and size of text; null if they do not fit. */
function arranged(rows, columns, widths, { wide, height, gap }) {
  const size = unit();
  const pages = Math.ceil(rows / (columns * Math.max(1, Math.floor(height / (ROW_REM * size)))));
  const high = Math.ceil(rows / (pages * columns));
  const row = Math.min(height / high, HIGHEST_ROW_REM * size);
  const smallest = ROW_REM * TEXT_OF_ROW * size;
  for (const brief of columns < BRIEF_FROM ? [false, true] : [true]) {
    const kinds = KINDS.filter((kind) => widths.has(kind) && (kind !== "second" || !brief));
    const others = kinds.reduce((sum, kind) => sum + (kind === "who" ? 0 : widths.get(kind)), 0);
    const room = wide - gap * (kinds.length - 1);
    const longest = (room - widths.get("longest") * NARROWEST * size) / others;
    const largest = Math.min(room / (others + widths.get("who")), others ? longest : Number.POSITIVE_INFINITY);
    const text = Math.min(row * TEXT_OF_ROW, largest);
    const found = { columns, pages, high, row, kinds, brief, text: Math.max(text, smallest) };
    if (text >= smallest || (brief && columns === 1)) return found;
  }
  return null;
}

/** Undo what an earlier call has done. */
function reset(flow) {
  for (const name of ["height", "columnCount", "columnWidth"]) flow.style[name] = "";
  for (const name of ["--row", "--text", "--cells"]) flow.style.removeProperty(name);
  for (const name of ["columns", "brief", "names"]) delete flow.dataset[name];
  release([...flow.querySelectorAll(".screen-name, .screen-of")]);
  for (const other of flow.querySelectorAll(".screen-of")) other.hidden = false;
}

/** Lay out what `flow` holds, a list or the plan of the hall. */
export function fit(flow) {
  const list = flow.firstElementChild;
  reset(flow);
  if (list.matches(".screen-hall")) fitHall(flow, list);
  if (list.matches(".screen-ranks, .screen-names")) fitList(flow, list);
  // Leaderboards have one size on all their pages.
  if (list.matches(".screen-boards")) fitNames([...flow.querySelectorAll(".screen-name")]);
}

function fitList(flow, list) {
  const heads = headsOf(flow);
  // As high as they will be, before the list takes the rest of the height.
  if (heads) heads.dataset.columns = "";
  const between = Number.parseFloat(getComputedStyle(flow).columnGap) || 0;
  const gap = Number.parseFloat(getComputedStyle(list.firstElementChild).columnGap) || 0;
  const widths = measured(list, heads);
  let best = null;
  for (let columns = 1; columns <= MOST_COLUMNS; columns += 1) {
    const wide = (flow.clientWidth + between) / columns - between;
    const found = arranged(list.children.length, columns, widths, { wide, height: flow.clientHeight, gap });
    const better = !best || found?.pages < best.pages || (found?.pages === best.pages && found.text > best.text);
    if (found && better) best = found;
  }
  const { columns, high, row, kinds, brief, text } = best;
  flow.style.columnWidth = "auto";
  flow.style.columnCount = String(columns);
  flow.style.setProperty("--row", `${Math.floor(row * 100) / 100}px`);
  flow.style.setProperty("--text", `${Math.floor(text * 100) / 100}px`);
  // Letters do not grow evenly: once more at the size that they have.
  const exact = measured(list, heads);
  const cell = (kind) => (kind === "who" ? "minmax(0, 1fr)" : `${exact.get(kind)}em`);
  flow.style.setProperty("--cells", kinds.map(cell).join(" "));
  flow.style.height = `${Math.ceil(row * high)}px`;
  flow.dataset.columns = String(columns);
  if (brief) flow.dataset.brief = "";
  if (heads)
    repeat(heads, columns, between, { cells: flow.style.getPropertyValue("--cells"), text: `${text}px`, brief });
  fitNames([...flow.querySelectorAll(".screen-name")]);
  // Half a team says nothing, and a team in every tenth row looks like a mistake.
  const others = [...flow.querySelectorAll(".screen-of")];
  const cut = shrink(others);
  for (const other of cut.length * 2 > others.length ? others : cut) other.hidden = true;
}

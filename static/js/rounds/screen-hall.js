// Lay out the plan of the hall on the projector: with names where they can be read, as many rows of tables a page as fit.
import { fitNames, unit } from "./screen-text.js";

/** Heights in sizes of a name: what a table needs around its four names, and its number above them. */
const LINE = 1.2;
const NUMBER = 1.7;
const EDGES = 0.9;
/** Width of a table below which names say nothing, in the smallest size of text. */
const NARROWEST_TABLE = 6.5;
const LARGEST = 2.4;
/** Width of what stands beside a name: its wind and the gap. */
const EDGES_ACROSS = 2;

/** Lay out the tables in `list`, which is all that `flow` holds. */
export function fitHall(flow, list) {
  const tables = [...list.querySelectorAll(".screen-table")];
  const most = Math.max(...tables.map((table) => table.querySelectorAll("li").length));
  const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
  const width = tables[0].clientWidth;
  const gap = Number.parseFloat(getComputedStyle(list).rowGap);
  const rows = Math.ceil(list.children.length / columns);
  if (most === 0 || width < NARROWEST_TABLE * unit()) return;
  const share = EDGES + NUMBER + most * LINE;
  const fitting = Math.max(1, Math.floor((flow.clientHeight + gap) / (share * unit() + gap)));
  const high = Math.ceil(rows / Math.ceil(rows / fitting));
  const row = (flow.clientHeight + gap) / high - gap;
  const names = [...list.querySelectorAll(".screen-name")];
  flow.dataset.names = "";
  flow.style.setProperty("--row", `${Math.floor(row * 100) / 100}px`);
  flow.style.setProperty("--text", `${unit()}px`);
  // Four of five names decide: a few long ones are made smaller.
  const widths = names.map(textWidth).sort((one, other) => one - other);
  const usual = names[0].parentElement.clientWidth - EDGES_ACROSS * unit();
  const largest = (usual / widths[Math.floor((widths.length - 1) * 0.8)]) * unit();
  const text = Math.max(unit(), Math.min(row / share, largest, LARGEST * unit()));
  flow.style.setProperty("--text", `${Math.floor(text * 100) / 100}px`);
  fitNames(names);
}

/** Width of a name's text alone. */
function textWidth(name) {
  const range = document.createRange();
  range.selectNodeContents(name);
  return range.getBoundingClientRect().width;
}

// The tables of the hall as squares: dragged, or picked up, moved by the arrows and put down. The two numbers of each
// table below are what is saved; without this module they are written by hand.
import { hookDrag } from "../drag.js";

const form = document.querySelector("[data-hall-plan]");
const plan = form?.querySelector("[data-plan]");
const say = document.querySelector("[data-say]");
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

let tables = [];
let held = null; // {table, from, at}: `at` is where it hovers
let focused = null;

if (form) {
  tables = [...form.querySelectorAll("[data-numbers-of]")].map((line) => {
    const [row, column] = line.querySelectorAll("input");
    return { key: line.dataset.numbersOf, called: line.dataset.called, row, column };
  });
  plan.addEventListener("click", onClick);
  plan.addEventListener("keydown", onKey);
  form.addEventListener("change", draw);
  hookDrag({
    held: "[data-square]",
    onto: "[data-cell]",
    name: (square) => square.textContent,
    wide: "[data-plan]",
    dropped: (square, cell) => {
      held = null;
      const table = tableOf(square.dataset.square);
      put(table, spotOf(table), cellOf(cell));
    },
  });
  const numbers = form.querySelector("details");
  numbers.open = Boolean(numbers.querySelector("[aria-invalid=true]"));
  form.querySelector("[data-drawn]").hidden = false;
  draw();
}

function tableOf(key) {
  return tables.find((table) => table.key === key);
}

function spotOf(table) {
  const spot = [Number(table.row.value), Number(table.column.value)];
  const within = spot.every(Number.isInteger) && spot[0] >= 1 && spot[1] >= 1;
  return within && spot[0] <= Number(form.dataset.rows) && spot[1] <= Number(form.dataset.columns) ? spot : null;
}

function cellOf(element) {
  return element.dataset.cell.split(".").map(Number);
}

function same(one, other) {
  return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
}

/* Where a table stands while another hovers: whoever stands there changes places with it. */
function shownAt(table) {
  const own = spotOf(table);
  if (!held) return own;
  if (table === held.table) return held.at;
  return same(own, held.at) ? held.from : own;
}

function draw() {
  const spots = new Map(tables.map((table) => [table, shownAt(table)]));
  const placed = [...spots.values()].filter(Boolean);
  const rows = Math.min(Number(form.dataset.rows), 1 + Math.max(1, ...placed.map((spot) => spot[0])));
  const columns = Math.min(Number(form.dataset.columns), 1 + Math.max(1, ...placed.map((spot) => spot[1])));
  plan.style.gridTemplateColumns = `repeat(${columns}, minmax(var(--target), 5.5rem))`;
  const cells = [];
  for (let row = 1; row <= rows; row += 1) {
    for (let column = 1; column <= columns; column += 1) {
      const cell = document.createElement("div");
      cell.className = "hall-cell";
      cell.dataset.cell = `${row}.${column}`;
      const standing = tables.filter((table) => same(spots.get(table), [row, column]));
      cell.append(...standing.map((table) => square(table, [row, column])));
      cells.push(cell);
    }
  }
  plan.replaceChildren(...cells);
  const squares = [...plan.querySelectorAll("[data-square]")];
  const stop = squares.find((one) => one.dataset.square === focused) || squares[0];
  for (const one of squares) one.tabIndex = one === stop ? 0 : -1;
}

function square(table, spot) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "hall-square";
  button.dataset.square = table.key;
  button.textContent = table.called;
  button.setAttribute("aria-label", text("stands", table, spot));
  button.setAttribute("aria-pressed", String(held?.table === table));
  return button;
}

function text(name, table, spot) {
  const words = form.dataset[name].replaceAll("{table}", table.called);
  return spot ? words.replaceAll("{row}", spot[0]).replaceAll("{place}", spot[1]) : words;
}

function focus(table) {
  focused = table.key;
  draw();
  const one = plan.querySelector(`[data-square="${CSS.escape(table.key)}"]`);
  one?.focus({ preventScroll: true });
  one?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function put(table, from, to) {
  const other = tables.find((one) => one !== table && same(spotOf(one), to));
  write(table, to);
  if (other) write(other, from);
  focus(table);
  const told = [text("stands", table, to)];
  if (other && from) told.push(text("stands", other, from));
  say.textContent = told.join(" ");
}

function write(table, spot) {
  table.row.value = spot ? spot[0] : "";
  table.column.value = spot ? spot[1] : "";
}

function pick(table) {
  const spot = spotOf(table);
  held = { table, from: spot, at: spot };
  focus(table);
  say.textContent = text("picked", table, spot);
}

function drop() {
  const { table, from, at } = held;
  held = null;
  put(table, from, at);
}

function giveBack() {
  const { table, from } = held;
  held = null;
  focus(table);
  say.textContent = text("stands", table, from);
}

function onClick(event) {
  const cell = event.target.closest("[data-cell]");
  const one = event.target.closest("[data-square]");
  if (held && cell) {
    held.at = cellOf(cell);
    drop();
  } else if (one) pick(tableOf(one.dataset.square));
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const one = event.target.closest("[data-square]");
  if (event.key === "Escape" && held) {
    event.preventDefault();
    return giveBack();
  }
  const step = STEPS[event.key];
  if (!one || !step) return;
  event.preventDefault();
  if (held) hover(step);
  else {
    const next = neighbour(spotOf(tableOf(one.dataset.square)), step);
    if (next) focus(next);
  }
}

function hover([down, across]) {
  const at = [held.at[0] + down, held.at[1] + across];
  const most = [Number(form.dataset.rows), Number(form.dataset.columns)];
  if (at.some((place, axis) => place < 1 || place > most[axis])) return;
  held.at = at;
  focus(held.table);
  say.textContent = text("at", held.table, at);
}

/* The nearest table in that direction, the same row or column first. */
function neighbour(from, [down, across]) {
  const ahead = tables
    .map((table) => ({ table, spot: spotOf(table) }))
    .filter(({ spot }) => spot && (spot[0] - from[0]) * down + (spot[1] - from[1]) * across > 0)
    .map(({ table, spot }) => {
      const along = Math.abs((spot[0] - from[0]) * down + (spot[1] - from[1]) * across);
      const aside = Math.abs((spot[0] - from[0]) * across + (spot[1] - from[1]) * down);
      return { table, far: along + 3 * aside };
    });
  ahead.sort((one, other) => one.far - other.far);
  return ahead[0]?.table;
}

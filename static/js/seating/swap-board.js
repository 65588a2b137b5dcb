// The swap board: pick a player, then another, by click, keyboard or dragging. The server answers every change with the
// whole board; nothing is stored before the form is sent. Without this module the same buttons and links load pages.
import { hookDrag } from "../drag.js";

const say = document.querySelector("[data-say]");
const lost = document.querySelector("[data-lost]");
let board = document.querySelector("[data-board]");
let asking = null;
// Tables that a phone shows with their players; the others are a line each (swaps.css).
const unfolded = new Set();

if (board) {
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  document.addEventListener("submit", onSubmit);
  hookDrag({
    held: "[data-seat]:enabled",
    onto: "[data-seat]:enabled",
    name: (seat) => seat.querySelector(".swap-name").firstChild.textContent.trim(),
    bar: ".swap-bar",
    dropped: (from, to) => swap(from, to, to.dataset.seat),
  });
  unfolded.add(board.querySelector("[data-card]")?.dataset.card);
  fold();
  tidy();
}

function fold() {
  for (const card of board.querySelectorAll("[data-card]")) {
    const open = unfolded.has(card.dataset.card) || card.querySelector(".moved, [aria-pressed=true]") !== null;
    card.classList.toggle("folded", !open);
    const press = card.querySelector("[data-unfold]");
    press.hidden = false;
    press.setAttribute("aria-expanded", String(open));
  }
}

function unfold(card) {
  unfolded.add(card?.dataset.card);
  fold();
}

function seats() {
  return [...board.querySelectorAll("[data-seat]:enabled")];
}

function picked() {
  return board.querySelector("[data-seat][aria-pressed=true]");
}

/* The name on a chair, and the club or country below it. */
function nameOn(seat) {
  return seat.querySelector(".swap-name").textContent.trim().replace(/\s+/g, " ");
}

/* One stop of the tab key for all chairs; the arrows move inside. */
function tidy(focused) {
  const all = seats();
  const stop = all.find((seat) => seat.dataset.seat === focused) || picked() || all[0];
  for (const seat of all) seat.tabIndex = seat === stop ? 0 : -1;
  return stop;
}

function onClick(event) {
  const seat = event.target.closest("[data-seat]");
  const step = event.target.closest("[data-step]");
  const press = event.target.closest("[data-unfold]");
  if (press) {
    const card = press.closest("[data-card]");
    if (card.classList.contains("folded")) unfold(card);
    else {
      unfolded.delete(card.dataset.card);
      fold();
    }
  } else if (seat && board.contains(seat)) {
    event.preventDefault();
    choose(seat);
  } else if (step) {
    event.preventDefault();
    ask(step.href, null, step.dataset.step);
  } else if (event.target.closest("[data-to-save]")) {
    event.preventDefault();
    const reason = board.querySelector("[data-save-form] input[name=reason]");
    reason.scrollIntoView({ block: "center" });
    reason.focus({ preventScroll: true });
  }
}

function choose(seat) {
  const held = picked();
  if (held === seat) return drop();
  if (held) return swap(held, seat, seat.dataset.seat);
  seat.setAttribute("aria-pressed", "true");
  tidy(seat.dataset.seat);
  seat.focus();
  say.textContent = board.dataset.pickedText.replace("#", nameOn(seat));
}

function drop() {
  const held = picked();
  if (!held) return;
  held.setAttribute("aria-pressed", "false");
  board.querySelector("[data-picked-note]")?.remove();
  say.textContent = board.dataset.droppedText;
}

function swap(from, to, focus) {
  if (from === to) return;
  const before = board.dataset.swaps ? [board.dataset.swaps] : [];
  const query = new URLSearchParams({ swaps: [...before, `${from.value}-${to.value}`].join(".") });
  ask(`?${query}`, focus);
}

function onSubmit(event) {
  const form = event.target;
  if (form.method !== "get" || !board.contains(form)) return;
  event.preventDefault();
  const [first, second] = ["first", "second"].map((name) => form.elements.namedItem(name));
  if (first && second) swap(first, second, null);
}

function onKey(event) {
  if (event.defaultPrevented || event.altKey) return;
  const typing = event.target.matches("input, textarea, select");
  if ((event.ctrlKey || event.metaKey) && !typing) {
    const key = event.key.toLowerCase();
    const step = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : "";
    const link = step && board.querySelector(`[data-step=${step}]`);
    if (link) {
      event.preventDefault();
      link.click();
    }
    return;
  }
  if (event.key === "Escape") return drop();
  const seat = event.target.closest?.("[data-seat]");
  const next = seat && neighbour(seat, event.key);
  if (!next) return;
  event.preventDefault();
  unfold(next.closest("[data-card]"));
  tidy(next.dataset.seat);
  next.focus();
}

/* Up and down along the chairs, left and right to the same chair of the table beside. */
function neighbour(seat, key) {
  const all = seats();
  const at = all.indexOf(seat);
  if (key === "ArrowDown") return all[at + 1];
  if (key === "ArrowUp") return all[at - 1];
  if (key === "Home") return all[0];
  if (key === "End") return all[all.length - 1];
  const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  if (!by) return null;
  const tables = [...new Set(all.map((one) => one.closest(".table-card")))];
  const own = [...seat.closest(".table-card").querySelectorAll("[data-seat]:enabled")];
  const there = tables[tables.indexOf(seat.closest(".table-card")) + by];
  if (!there) return null;
  const chairs = [...there.querySelectorAll("[data-seat]:enabled")];
  return chairs[Math.min(own.indexOf(seat), chairs.length - 1)];
}

/* The board at this address, in place of the one that is shown; a later question makes an earlier answer void. */
async function ask(address, focus, step) {
  asking?.abort();
  asking = new AbortController();
  const signal = asking.signal;
  const url = new URL(address, window.location.href);
  const part = new URL(url);
  part.searchParams.set("part", "1");
  board.setAttribute("aria-busy", "true");
  let answer;
  try {
    answer = await fetch(part, { credentials: "same-origin", signal, headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    show(await answer.text(), focus, step);
    lost.hidden = true;
    window.history.replaceState(null, "", url);
  } catch (error) {
    if (error.name === "AbortError") return;
    board.removeAttribute("aria-busy");
    drop();
    lost.hidden = false;
  }
}

function show(text, focus, step) {
  const reason = board.querySelector("[data-save-form] input[name=reason]")?.value;
  const stood = document.activeElement?.dataset.seat;
  const answer = new DOMParser().parseFromString(text, "text/html").querySelector("[data-board]");
  if (!answer) throw new Error("no board");
  board.replaceWith(answer);
  board = answer;
  const field = board.querySelector("[data-save-form] input[name=reason]");
  if (field && reason) field.value = reason;
  fold();
  const stop = tidy(focus || stood);
  const link = step && (board.querySelector(`[data-step=${step}]`) || board.querySelector("[data-step]"));
  if (link) link.focus();
  else if (focus) stop?.focus({ preventScroll: true });
  say.textContent = board.dataset.announce;
}

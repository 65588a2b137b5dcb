// The ceremony: one step a key. Where it stands is in the page's address, so that a reload shows the same place.

import { drawFlags } from "../flags.js";
import { fitNames } from "../rounds/screen-text.js";

const MARK = "#step-";

/** Sizes of a place's texts, from the largest. */
const SHARES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4];

drawFlags(document);

const steps = [...document.querySelectorAll("[data-step]")];
const ladder = [...document.querySelectorAll("[data-revealed]")];
const last = steps.length - 1;
/** Awards come before the places, whose steps the list beside them counts. */
const awards = steps.filter((step) => "award" in step.dataset).length;

function asked() {
  const number = location.hash.startsWith(MARK) ? Number.parseInt(location.hash.slice(MARK.length), 10) : 0;
  return Number.isFinite(number) ? Math.min(Math.max(number, 0), last) : 0;
}

function show(number) {
  steps.forEach((step, at) => {
    step.hidden = at !== number;
  });
  for (const line of ladder) line.hidden = Number(line.dataset.revealed) + awards > number;
  for (const part of document.querySelectorAll("[data-at-end]")) part.hidden = number !== last;
  document.querySelector("[data-back]").disabled = number === 0;
  document.querySelector("[data-next]").disabled = number === last;
  document.body.dataset.at = String(number);
  fit();
}

/** Make the columns of figures as wide as their widest figure or head. */
function alignFigures(lines) {
  const side = document.querySelector(".ceremony-side");
  const rows = [side.querySelector(".ceremony-heads"), ...lines].map((row) => [...row.children].slice(2));
  for (const [at, name] of ["--first", "--second"].entries()) {
    side.style.setProperty(name, "max-content");
    const widths = rows.map((cells) => cells[at]?.getBoundingClientRect().width ?? 0);
    side.style.setProperty(name, `${Math.ceil(Math.max(...widths))}px`);
  }
}

/** Make the place that is shown as large as the stage allows, and shrink long names beside it. */
function fit() {
  const step = steps.find((one) => !one.hidden);
  const room = step.parentElement.clientHeight;
  for (const share of SHARES) {
    step.style.setProperty("--share", String(share));
    if (step.scrollHeight <= room) break;
  }
  const lines = ladder.filter((line) => !line.hidden);
  alignFigures(lines);
  fitNames(lines.map((line) => line.querySelector(".screen-name")));
}

function go(number) {
  const at = Math.min(Math.max(number, 0), last);
  history.replaceState(null, "", `${MARK}${at}`);
  show(at);
}

const keys = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  " ": 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
  Backspace: -1,
};

addEventListener("keydown", (event) => {
  const onControl = event.target.closest?.("button, a");
  if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.key === " " && onControl) return;
  event.preventDefault();
  go(asked() + keys[event.key]);
});
document.querySelector("[data-next]").addEventListener("click", () => go(asked() + 1));
document.querySelector("[data-back]").addEventListener("click", () => go(asked() - 1));
addEventListener("hashchange", () => show(asked()));
show(asked());
document.fonts?.ready.then(fit);
addEventListener("resize", fit);

// Stepping without loading the page: keys, play and speed. Without scripts the links do the same.

const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
const controls = document.querySelector("[data-replay-play]");
const play = document.querySelector("[data-play]");
const speed = document.querySelector("#speed");
let timer = 0;
let running = Promise.resolve();

const table = () => document.querySelector("#replay-table");

// The list of events keeps the moment in sight; only the list moves, never the page.
function mark() {
  const list = document.querySelector("[data-events]");
  for (const old of list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
  const current = list.querySelector(`[data-jump="${table().dataset.at}"]`);
  current?.setAttribute("aria-current", "step");
  list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0;
}

function lead(link, moment) {
  const to = new URL(link.href);
  to.searchParams.set("at", moment);
  link.href = to.href;
}

async function load(address) {
  await window.htmx.ajax("GET", address, { target: "#replay-table", swap: "outerHTML" });
  window.history.replaceState(null, "", address);
  const [at, last] = [Number(table().dataset.at), Number(table().dataset.last)];
  const moments = { first: 0, back: Math.max(at - 1, 0), next: Math.min(at + 1, last), last };
  for (const link of document.querySelectorAll("[data-view]")) lead(link, at);
  for (const link of document.querySelectorAll("[data-step]")) lead(link, moments[link.dataset.step]);
  mark();
}

// One after the other: a key pressed while a step loads counts from where that step arrives.
function show(find) {
  running = running.then(() => load(find())).catch(() => stop());
  return running;
}

function stop() {
  window.clearInterval(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
}

function go(step) {
  return show(() => document.querySelector(`[data-step="${step}"]`).href);
}

function toggle() {
  if (timer) return stop();
  play.setAttribute("aria-pressed", "true");
  timer = window.setInterval(() => {
    if (table().dataset.at === table().dataset.last) stop();
    else go("next");
  }, Number(speed.value) * 1000);
}

controls.hidden = false;
document.querySelector("[data-replay-keys]").hidden = false;
mark();
play.addEventListener("click", toggle);
speed.addEventListener("change", () => {
  if (timer) {
    stop();
    toggle();
  }
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-step], [data-jump]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.step) go(link.dataset.step);
  else show(() => link.href);
});
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  if (event.key === " " && !event.target.closest("button, a, summary")) toggle();
  else if (keys[event.key]) go(keys[event.key]);
  else return;
  event.preventDefault();
});

// Questions of a claim answered on the device when the server is out of reach: the same form, the same law, in a worker.
// A form that stands alone (data-alone) has no server at all and is always answered here.

import { AWAY, LATE, lawOf } from "./law-client.js";
import { findings, overall, proposals, say } from "./law-words.js";

const FORM = "form.facts-form";
// Fields of a record of play, which only the server replays.
const RECORD = ["log", "own_log", "event"];

let place = null;
let law = null;
let asked = 0;
let away = false;

// The law is fetched while there is a network, when the page has nothing else to do.
function begin() {
  const found = document.querySelector("[data-law-on-device]");
  if (!found || found === place) return;
  place = found;
  law = lawOf(place, law);
}

const context = () => JSON.parse(place.querySelector("script").textContent);

async function answer() {
  const form = document.querySelector(FORM);
  if (!form || !place) return;
  away = true;
  const mine = ++asked;
  const words = place.dataset;
  // The typed facts alone might say otherwise than the record of play beside them.
  if (RECORD.some((name) => form.elements[name]?.value.trim())) {
    show(form, say("p", "notice error", words.record));
    return;
  }
  show(form, say("p", "notice", law.ready ? words.computing : words.loading));
  const { ruleset, kind, language } = words;
  const question = { language, ruleset, kind, names: namesOf(form), sent: sentBy(form), ...context() };
  try {
    const said = await law.ask("ask", question);
    if (mine === asked) shown(form, said);
  } catch (error) {
    place.dataset.problem = error.message;
    if (mine !== asked) return;
    show(form, say("p", "notice error", error.message === LATE ? words.late : words.unavailable));
    // Ended for want of time, it is there again for the next question.
    if (error.message === LATE) law.ask("ready", ruleset).catch(() => {});
  }
}

function shown(form, said) {
  const mark = say("p", "notice warning", place.dataset.computed.replace("{version}", said.engine));
  mark.dataset.computedOnDevice = said.engine;
  const wrong = said.problems.map(({ at, text }) =>
    say("p", "notice error", [labelOf(form, at), text].filter(Boolean).join(": ")),
  );
  form.querySelector(".verdict-link .chip")?.replaceWith(overall(said));
  show(form, mark, ...wrong, ...findings(said, place), ...proposals(said.proposals, place.dataset));
  ask(form, said.doubts);
  form.dispatchEvent(new CustomEvent("law:answered", { bubbles: true, detail: said }));
}

function show(form, ...parts) {
  const section = form.querySelector("#law-says");
  section.replaceChildren(section.querySelector("h2"), ...parts);
}

const sentBy = (form) => {
  const sent = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") sent[name] = [...(sent[name] ?? []), value];
  }
  return sent;
};

const namesOf = (form) =>
  form.dataset.names
    ? JSON.parse(form.dataset.names)
    : [...form.querySelectorAll("input[name=seat]")].slice(0, 4).map((field) => field.labels[0].textContent.trim());

const labelOf = (form, name) =>
  form
    .querySelector(`[data-question="${CSS.escape(name)}"]`)
    ?.querySelector("legend, label")
    ?.textContent.trim() ?? "";

// What is open now stands among the questions; nothing that stands there moves away.
function ask(form, doubts) {
  const root = form.querySelector("[data-questions]");
  for (const question of form.querySelectorAll(".question")) {
    const fields = [...question.querySelectorAll("input, select, textarea")];
    const answered = fields.some((field) => (["radio", "checkbox"].includes(field.type) ? field.checked : field.value));
    question.toggleAttribute("data-answered", answered);
    const wanted = doubts.includes(question.dataset.question);
    if (wanted && !root.contains(question)) root.querySelector("[data-steps]").before(question);
  }
  root.dataset.doubts = doubts.join(" ");
}

const failed = (event) => {
  if (event.target.closest?.(FORM) || event.target.querySelector?.(FORM)) answer();
};
document.body.addEventListener("htmx:sendError", failed);
document.body.addEventListener("htmx:timeout", failed);
document.body.addEventListener(
  "htmx:responseError",
  (event) => AWAY.includes(event.detail.xhr.status) && failed(event),
);
document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.closest?.(FORM)) asked += 1;
});
document.body.addEventListener("htmx:afterOnLoad", (event) => {
  if (event.target.closest?.(FORM) || event.target.querySelector?.(FORM)) away = false;
});
document.body.addEventListener("change", (event) => event.target.closest(`${FORM}[data-alone]`) && answer());
// Whoever presses the button while the server is away would leave the page for an empty one.
document.addEventListener("submit", (event) => {
  if (!place || !event.target.matches(FORM) || event.submitter?.name === "record") return;
  if (!("alone" in event.target.dataset) && !away && navigator.onLine) return;
  event.preventDefault();
  answer();
});
document.body.addEventListener("desk:opened", begin);
begin();

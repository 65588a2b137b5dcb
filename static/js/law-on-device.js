// Questions of a claim answered on the device when the server is out of reach: the same form, the same law, in a worker.

import { findings, overall, proposals, say } from "./law-words.js";
import { Law } from "./law-client.js";

const FORM = "form.facts-form";
// Fields of a record of play, which only the server replays.
const RECORD = ["log", "own_log", "event"];
// What a proxy says when the site behind it does not answer.
const AWAY = [502, 503, 504];

const place = document.querySelector("[data-law-on-device]");
if (place) start(place);

function start(place) {
  const law = new Law(place.dataset.lawOnDevice);
  const { ruleset, kind, language } = place.dataset;
  const context = JSON.parse(place.querySelector("script").textContent);
  let asked = 0;
  let away = false;
  place.law = law;

  // The law is fetched while there is a network, when the page has nothing else to do.
  if (!navigator.connection?.saveData) {
    const idle = window.requestIdleCallback ?? ((call) => setTimeout(call, 2000));
    idle(() => law.ask("ready", ruleset).catch(() => {}));
  }

  async function answer() {
    away = true;
    const form = document.querySelector(FORM);
    const mine = ++asked;
    // The typed facts alone might say otherwise than the record of play beside them.
    if (RECORD.some((name) => form.elements[name]?.value.trim())) {
      show(form, say("p", "notice error", place.dataset.record));
      return;
    }
    show(form, say("p", "notice", law.ready ? place.dataset.computing : place.dataset.loading));
    try {
      const said = await law.ask("ask", {
        language,
        ruleset,
        kind,
        names: namesOf(form),
        sent: sentBy(form),
        ...context,
      });
      if (mine === asked) shown(form, said);
    } catch (error) {
      place.dataset.problem = error.message;
      if (mine === asked) show(form, say("p", "notice error", place.dataset.unavailable));
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
  document.body.addEventListener("htmx:beforeRequest", () => {
    asked += 1;
  });
  document.body.addEventListener("htmx:afterOnLoad", () => {
    away = false;
  });
  // Whoever presses the button while the server is away would leave the page for an empty one.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(FORM) || event.submitter?.name === "record" || !(away || !navigator.onLine)) return;
    event.preventDefault();
    answer();
  });
}

function show(form, ...parts) {
  const section = form.querySelector("#law-says");
  section.replaceChildren(section.querySelector("h2"), ...parts);
}

const sentBy = (form) => {
  const sent = {};
  for (const [name, value] of new FormData(form)) sent[name] = [...(sent[name] ?? []), value];
  return sent;
};

const namesOf = (form) =>
  [...form.querySelectorAll("input[name=seat]")].slice(0, 4).map((field) => field.labels[0].textContent.trim());

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
  form.dispatchEvent(new CustomEvent("law:answered", { bubbles: true }));
}

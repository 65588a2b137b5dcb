// The facts of a case are examined at each change, and the form comes back with what the law wants to know next. What was
// pressed or typed while the answer was under way is put into the new form, and the finger finds its field again.

const valuesOf = (form) =>
  [...form.elements].filter((field) => field.name && field.type !== "hidden" && field.type !== "submit");

const keyOf = (field) => `${field.name} ${["radio", "checkbox"].includes(field.type) ? field.value : ""}`;

const stateOf = (field) => (["radio", "checkbox"].includes(field.type) ? field.checked : field.value);

let kept = new Map();
let sent = new Map();
let focus = "";
// The answers sent last. A text that the page put back by itself is no change to the browser when its field is left.
let told = null;

const remember = (form) => new Map(valuesOf(form).map((field) => [keyOf(field), stateOf(field)]));

// The part of the page may come later, when a case is opened without the server.
const holder = () => document.getElementById("facts");

function on(name, call) {
  document.body.addEventListener(name, (event) => holder()?.contains(event.target) && call(event));
}

on("htmx:beforeRequest", (event) => {
  sent = remember(event.target.closest("form") ?? holder().querySelector("form"));
});

on("htmx:beforeSwap", () => {
  kept = remember(holder().querySelector("form.facts-form"));
  focus = document.activeElement?.id ?? "";
});

on("htmx:afterSwap", () => {
  away = false;
  const form = holder().querySelector("form.facts-form");
  told = remember(form);
  let changed = false;
  for (const field of valuesOf(form)) {
    const key = keyOf(field);
    if (!kept.has(key) || !sent.has(key) || kept.get(key) === sent.get(key)) continue;
    if (typeof kept.get(key) === "boolean") field.checked = kept.get(key);
    else field.value = kept.get(key);
    changed ||= field.id !== focus || typeof kept.get(key) === "boolean";
  }
  sent = new Map();
  const field = focus && document.getElementById(focus);
  if (field && document.activeElement !== field) field.focus({ preventScroll: true });
  if (changed) form.dispatchEvent(new Event("change", { bubbles: true }));
});

on("change", (event) => {
  told = remember(event.target.closest("form"));
});

on("focusout", ({ target }) => {
  if (told?.has(keyOf(target)) && told.get(keyOf(target)) !== stateOf(target)) {
    target.dispatchEvent(new Event("change", { bubbles: true }));
  }
});

// One question stands on the screen, the biggest doubt first; an answer that is one press leads to the next, and so does
// Enter in the last text of a question. Nothing is sent otherwise than on a page with all questions, and going back changes
// nothing.

const KEPT = "facts-all-questions";
let everything = localStorage.getItem(KEPT) === "yes";
let walked = [];
let here = null;
let pressed = false;
// True if the next question was chosen before the answer to the last one had arrived.
let hasty = false;
// True if the server has left the last answer unexamined.
let away = false;

const questionsOf = () => holder()?.querySelector("[data-questions]");

const questionOf = (root, name) => root.querySelector(`:scope > [data-question="${name}"]`);

// Questions that wait for an answer.
function waiting(root) {
  const seat = questionOf(root, "seat");
  const open = seat && !("answered" in seat.dataset) ? ["seat"] : [];
  return [...open, ...root.dataset.doubts.split(" ").filter(Boolean)];
}

// The next question that nobody has been led past; "" when there is none.
const next = (root) => waiting(root).find((name) => !walked.includes(name) && name !== here) ?? "";

function step() {
  const root = questionsOf();
  if (!root) return;
  // Without the server nobody says which question comes next.
  const alone = away || root.closest("form[data-alone]") !== null;
  const one = !everything && !alone;
  root.toggleAttribute("data-stepping", one);
  root.querySelector("[data-steps]").hidden = !one;
  root.querySelector(':scope > [data-step="one"]').hidden = one || alone;
  const wrong = root.querySelector(":scope > .question:has([aria-invalid=true])");
  if (wrong) here = wrong.dataset.question;
  // New questions can appear after each answer, even where none was open.
  else if (!here || !questionOf(root, here)) here = next(root);
  for (const question of root.querySelectorAll(":scope > .question")) {
    question.toggleAttribute("data-here", question.dataset.question === here);
    for (const text of textsOf(question)) text.enterKeyHint = one ? "next" : "";
  }
  const passed = waiting(root).length > 0;
  root.querySelector("[data-no-question]").hidden = !one || here !== "" || passed;
  root.querySelector("[data-passed-question]").hidden = !one || here !== "" || !passed;
  root.querySelector('[data-step="back"]').disabled = walked.length === 0;
  root.querySelector('[data-step="next"]').disabled = here === "";
}

function forward() {
  const root = questionsOf();
  // Some phones leave the field only for another one.
  if (root.contains(document.activeElement)) document.activeElement.blur();
  if (here) walked.push(here);
  here = next(root);
  hasty = holder().querySelector("form.htmx-request") !== null;
  step();
}

function remain(all) {
  everything = all;
  localStorage.setItem(KEPT, all ? "yes" : "no");
  step();
}

const STEPS = {
  back: () => {
    here = walked.pop() ?? here;
    hasty = false;
    step();
  },
  next: forward,
  all: () => remain(true),
  one: () => remain(false),
};

on("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) STEPS[button.dataset.step]();
});

// True if one press has answered the whole question: one of its answers, "Nobody", "None" or "Nobody knows". What witnesses
// say is several answers.
const isWhole = ({ type, checked, name, value }) =>
  value !== "witnesses" &&
  !name.includes("_said_") &&
  (type === "radio" || (type === "checkbox" && checked && (value === "nobody" || /_(none|unknown)$/.test(name))));

// True if Enter has left the last text of the question.
let entered = false;

on("change", ({ target }) => {
  pressed = (entered || isWhole(target)) && target.closest("[data-question]")?.dataset.question === here;
});

const textsOf = (question) => [...question.querySelectorAll("input:not([type=radio], [type=checkbox])")];

// Enter leads to the next text of the question, and from its last one to the next question.
on("keydown", (event) => {
  const question = event.target.closest("[data-stepping] > [data-here]");
  const texts = question ? textsOf(question) : [];
  if (event.key !== "Enter" || event.isComposing || !texts.includes(event.target)) return;
  event.preventDefault();
  const following = texts[texts.indexOf(event.target) + 1];
  if (following) {
    following.focus();
    return;
  }
  // An empty field that is left is the answer where it may be none.
  const none = question.querySelector(`input[type=checkbox][name="${event.target.name}_none"]`);
  if (none && !none.checked && event.target.value.trim() === "") {
    none.click();
    return;
  }
  pressed = false;
  entered = true;
  event.target.blur();
  entered = false;
  // A text that has not changed is not examined again.
  if (!pressed) forward();
});

// Tiles that were tapped are an answer too.
on("tiles:done", ({ target }) => {
  const question = target.closest("[data-stepping] > [data-here]");
  pressed = question !== null && textsOf(question).at(-1) === target;
});

function lead() {
  const root = questionsOf();
  if (hasty && root && here && !waiting(root).includes(here)) here = next(root);
  hasty = false;
  const answered = here && root && questionOf(root, here)?.dataset.answered !== undefined;
  if (!everything && pressed && answered) forward();
  else step();
  pressed = false;
}

on("htmx:afterSwap", lead);
// Another form stands there.
on("facts:begun", () => {
  walked = [];
  here = null;
  step();
});

step();

// Nobody answers: the last answer was to other facts and goes, all questions are there, and the button asks again in the page,
// which the browser would leave for an empty one.
// Statuses of a proxy when the site behind it does not answer.
const AWAY = [502, 503, 504];

function unanswered() {
  away = true;
  for (const more of holder().querySelectorAll("form.facts-form details.more:not([data-record-of-play])"))
    more.open = true;
  step();
  for (const part of document.querySelectorAll("#law-says > :not(h2), .case-verdict"))
    part.hidden = !("noAnswer" in part.dataset);
}

on("htmx:sendError", unanswered);
on("htmx:timeout", unanswered);
on("htmx:responseError", (event) => AWAY.includes(event.detail.xhr.status) && unanswered());
on("submit", (event) => {
  if (event.submitter?.name === "record" || "alone" in event.target.dataset || (!away && navigator.onLine)) return;
  event.preventDefault();
  window.htmx.trigger(event.target, "change");
});

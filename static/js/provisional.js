// A ruling for the time being: below what the law says on the device, the referee chooses as on the page of the case, and
// case, facts and ruling go into the queue as one. The server examines again when they arrive.

import { newKey, put } from "./outbox.js";
import { say } from "./law-words.js";

const STANDARD = "standard";

// The law cannot decide the facts, or not what follows from them.
const undecided = ({ deciding, proposals }) =>
  deciding.length > 0 &&
  (deciding.every(({ verdict }) => verdict === "undecided") ||
    (!proposals.length && deciding.some(({ missing }) => missing.length)));

function section(said) {
  const template = document.querySelector("template[data-provisional]");
  const part = template.content.firstElementChild.cloneNode(true);
  const place = part.querySelector("[data-choices]");
  said.proposals.forEach((proposal, at) => {
    const title = [proposal.name, proposal.title].filter(Boolean).join(": ");
    const group = say("fieldset", "field", say("legend", "", title));
    for (const [value, label] of proposal.choices) {
      const input = document.createElement("input");
      Object.assign(input, { type: "radio", name: `provisional-${at}`, value });
      // The facts' form is not to send it.
      input.setAttribute("form", "provisional");
      group.append(say("label", "check", input, say("span", "", label)));
    }
    place.append(group);
  });
  part.querySelector("[data-nothing]").hidden = said.proposals.length > 0 || undecided(said);
  part.querySelector("[data-undecided]").hidden = !undecided(said);
  // What is ruled is no fact: the law would answer again, and its answer would take the choice away.
  part.addEventListener("change", (event) => event.stopPropagation());
  part.querySelector("[data-keep]").addEventListener("click", (event) => keep(event.target, part, template, said));
  return part;
}

function keep(button, part, template, said) {
  const form = button.closest("form");
  const chosen = [...part.querySelectorAll("input[type=radio]:checked")];
  const reason = part.querySelector("[data-reason]").value.trim();
  const unchosen = chosen.length < said.proposals.length;
  const missing = (undecided(said) || chosen.some((one) => one.value !== STANDARD)) && !reason;
  part.querySelector("[data-choice-missing]").hidden = !unchosen;
  part.querySelector("[data-reason-missing]").hidden = !missing || undecided(said);
  part.querySelector("[data-undecided-reason-missing]").hidden = !missing || !undecided(said);
  if (unchosen || missing) return;
  const key = newKey();
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (!["csrfmiddlewaretoken", "key"].includes(name) && typeof value === "string") fields.append(name, value);
  }
  fields.append("key", form.elements.key?.value || key);
  if (!fields.has("kind")) fields.append("kind", form.dataset.kind);
  for (const [name, value] of Object.entries(JSON.parse(form.dataset.case ?? "{}"))) fields.append(name, value);
  chosen.forEach((one, at) => {
    fields.append(`ruling-choice_${at}`, one.value);
  });
  fields.append("ruling-based_on", "0");
  fields.append("ruling-reason", reason);
  fields.append("ruling-note", part.querySelector("[data-note]").value);
  fields.append("on-device", JSON.stringify({ engine: said.engine, at: new Date().toISOString(), ...said.record }));
  const url = `${form.dataset.arrive}?n=${form.elements.key?.value || key}`;
  const words = template.dataset;
  put({ url, body: fields.toString(), label: `${form.dataset.where}: ${words.called}`, open: location.pathname, key });
  form.dispatchEvent(new CustomEvent("ruling:kept", { bubbles: true }));
  part.replaceChildren(part.querySelector("legend"), say("p", "notice", words.kept));
}

document.body.addEventListener("law:answered", ({ target, detail }) => {
  if (!target.dataset.arrive || !detail.record) return;
  if (!document.querySelector("template[data-provisional]")) return;
  target.querySelector("#law-says").append(section(detail));
});

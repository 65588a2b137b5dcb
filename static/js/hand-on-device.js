// The hand checker answered on the device when the server is out of reach: the form's fields and the pressed button go to the
// worker of the law, and what comes back is drawn with the pieces that the page holds ready for it (_hand_checker.html).

import { AWAY, LATE, lawOf } from "./law-client.js";
import { answerParts } from "./hand-answer.js";
import { drawing, say, spriteOf, tiles } from "./law-words.js";
import { filled, piece } from "./pieces.js";

const place = document.querySelector("[data-hand-on-device] [data-law-on-device]");
const law = place && lawOf(place);
const words = place?.dataset ?? {};
// True from the first question that the server has left open until it answers again.
let away = false;

const tell = (name) => document.body.dispatchEvent(new CustomEvent(name));
const problem = () => document.querySelector("[data-connection-problem]");

async function answer(sent, { push = true } = {}) {
  away = true;
  const section = document.getElementById("answer");
  problem().hidden = true;
  section.replaceChildren(section.querySelector("h2"), say("p", "notice", law.ready ? words.computing : words.loading));
  try {
    const said = await law.ask("hand", { language: words.language, sent });
    if (push) history.pushState({}, "", `?${said.query}`);
    draw(said);
    tell("hand:answered");
  } catch (error) {
    place.dataset.problem = error.message;
    section.replaceChildren(section.querySelector("h2"));
    if (error.message === LATE) problem().hidden = false;
    else section.append(say("p", "notice error", words.unavailable));
    tell("hand:given-up");
  }
}

function draw(said) {
  const focus = document.activeElement?.id;
  const form = document.querySelector(".checker-form");
  form.elements.ruleset.value = said.ruleset;
  tray(form.querySelector("[data-tray]"), said.tray);
  const brief = form.querySelector("[data-brief]");
  brief.hidden = !said.answer.brief;
  brief.querySelector("a").textContent = said.answer.brief;
  notation(form, said);
  form.querySelector("[data-places]").replaceChildren(...said.places.map((one) => choice(one, said.to)));
  form.querySelector("[data-palette]").replaceChildren(...said.palette.map(row));
  form.querySelector("[data-flags]").replaceChildren(...said.fields.filter((one) => one.kind === "flag").map(field));
  form.querySelector("[data-fields]").replaceChildren(...said.fields.filter((one) => one.kind !== "flag").map(field));
  const mark = say("p", "notice warning", words.computed.replace("{version}", said.engine));
  mark.dataset.computedOnDevice = said.engine;
  const section = document.getElementById("answer");
  section.replaceChildren(section.querySelector("h2"), mark, ...answerParts(said));
  // htmx would send the button that was pressed last with the next change too: it forgets it when the focus leaves.
  form.elements.clear.dispatchEvent(new Event("focusout", { bubbles: true }));
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

// The drawings are found by a tile that stands on the page: nothing is taken away before its successor is made.
function tray(holder, listed) {
  const made = listed.map(({ place, kind, tiles: row }) => {
    const button = piece(kind === "win" ? "win" : "take", { tile: row.groups.length ? tiles(row) : "" });
    if (kind && kind !== "win") button.classList.add(kind);
    Object.assign(button, { id: place, value: place });
    return button;
  });
  holder.replaceChildren(...(made.length ? made : [piece("none")]));
}

function notation(form, { hand, problem: text, position, read_from: from, other_wins: wins }) {
  const input = form.elements.hand;
  input.value = hand;
  input.toggleAttribute("aria-invalid", Boolean(text));
  if (text) input.setAttribute("aria-invalid", "true");
  const told = form.querySelector("[data-told]");
  const parts = [];
  if (text) {
    const wrong = piece("problem", { problem: text });
    const at = wrong.querySelector("[data-slot=at]");
    if (position === null) at.remove();
    else filled(at, "at", position + 1);
    parts.push(wrong);
  }
  if (from) parts.push(filled(piece("read-from"), "text", from));
  const link = ([code, name, query]) => {
    const anchor = say("a", "", picture(code, name));
    anchor.href = `?${query}`;
    return anchor;
  };
  if (wins.length) parts.push(piece("other-wins", { tiles: wins.map(link) }));
  told.replaceChildren(...parts);
}

function picture(code, name) {
  const drawn = drawing(spriteOf(), code);
  drawn.removeAttribute("aria-hidden");
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", name);
  return drawn;
}

function row(listed) {
  const buttons = listed.map(([code, name, free]) => {
    const button = say("button", "tile-button", picture(code, name));
    Object.assign(button, { id: `t${code}`, name: "add", value: code, disabled: !free });
    return button;
  });
  return say("div", "palette-row", ...buttons);
}

function choice([code, label], chosen) {
  const made = filled(piece("place"), "label", label);
  Object.assign(made.querySelector("input"), { value: code, id: `to_${code}`, checked: code === chosen });
  return made;
}

const KINDS = { flag: "flag", count: "count", choice: "choice", wind: "choice" };

function field({ name, kind, label, options, value, default: usual }) {
  const made = filled(filled(piece(KINDS[kind] ?? "text"), "label", label), "id", `id_${name}`);
  const control = made.querySelector("input, select");
  for (const [code, text] of options) control.append(new Option(text, code));
  Object.assign(control, { id: `id_${name}`, name });
  if (kind === "flag") control.checked = Boolean(value);
  else control.value = kind === "count" ? value || usual : value;
  return made;
}

if (place) {
  document.body.addEventListener("hand:unanswered", (event) => {
    const { xhr, requestConfig } = event.detail;
    if (xhr.status && !AWAY.includes(xhr.status)) return;
    event.preventDefault();
    answer(Object.fromEntries(requestConfig.formData));
  });
  document.body.addEventListener("htmx:afterOnLoad", () => {
    away = false;
  });
  // Links of the page to another case: an example, another winning tile.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#checker a[href*='?']");
    if (!link || link.pathname !== location.pathname || !(away || !navigator.onLine)) return;
    event.preventDefault();
    answer(Object.fromEntries(new URLSearchParams(link.search)));
  });
  addEventListener("popstate", () => {
    if (away) answer(Object.fromEntries(new URLSearchParams(location.search)), { push: false });
  });
}

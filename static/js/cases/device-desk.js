// Opening a case when the server is out of reach. While there is a network, each page of the desk reads the page that needs
// none and keeps it in the tab's memory; it is shown in place of "new case" when nobody answers there. Over TLS the service
// worker keeps it too, for a reload and a restart, until the referee signs out.

import { forget, keep, signOut } from "./cached-desk.js";
import { fieldsOf, newKey, put, waiting } from "../outbox.js";

const EVERY_MS = 300_000;
const home = document.querySelector("[data-device-desk-page]");
const pageAddress = home?.dataset.deviceDeskPage;
let page = "";
let sprite = "";

async function read() {
  try {
    const answer = await fetch(pageAddress, { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) {
      page = "";
      await forget();
      return;
    }
    const copy = answer.clone();
    page = await answer.text();
    const picture = page.match(/href="([^"#]*sprite[^"#]*\.svg)#/)?.[1];
    if (picture) sprite = await (await fetch(picture)).text();
    await keep(pageAddress, copy);
    home.dataset.read = "yes";
  } catch {
    // No network: what was kept stays.
  }
}

function show(values = null) {
  const found = new DOMParser().parseFromString(page, "text/html");
  const desk = found.querySelector("[data-device-desk]");
  const main = document.querySelector("main");
  for (const old of main.querySelectorAll(
    ":scope > :not([data-outbox-panel], [data-claim-keeper], [data-device-desk-page])",
  ))
    old.remove();
  if (sprite) draw(desk);
  main.append(desk);
  home.hidden = true;
  document.title = found.title;
  history.pushState({}, "", pageAddress);
  scrollTo(0, 0);
  begin(values);
}

// Drawings that nobody can fetch now stand in the page itself.
function draw(desk) {
  const picture = new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement;
  picture.setAttribute("hidden", "");
  desk.prepend(document.importNode(picture, true));
  for (const use of desk.querySelectorAll('use[href*="sprite"]')) {
    use.setAttribute("href", `#${use.getAttribute("href").split("#")[1]}`);
  }
}

// The form of the new case, and behind it the questions of its kind.
function begin(values = null) {
  const desk = document.querySelector("[data-device-desk]");
  if (!desk || desk.dataset.begun) return;
  desk.dataset.begun = "yes";
  const form = desk.querySelector("[data-device-case]");
  const back = values ?? refused(desk) ?? readDrafts().case;
  if (back) fill(form, back);
  form.addEventListener("input", () => keepCase(form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(desk, form);
  });
  if (!back) return;
  desk.querySelector("[data-restored]").hidden = values !== null;
  if (values || readDrafts().facts[placeOf(back)]) ask(desk, form);
}

// Typed text stays on the device until it is recorded: the case that is open, and the facts of each case by its place.
// They belong to the account that typed them.
const store = `desk-drafts:${home?.dataset.account}:${home?.dataset.arrive}`;
const readDrafts = () => JSON.parse(localStorage.getItem(store) || '{"facts": {}}');
const keepDrafts = (drafts) => localStorage.setItem(store, JSON.stringify(drafts));
const placeOf = (sent) =>
  ["round_number", "table_number", "hand", "kind"].map((name) => sent[`case-${name}`]).join(" ");

function keepCase(form) {
  keepDrafts({ ...readDrafts(), case: Object.fromEntries(new FormData(form)) });
}

function keepFacts(sent, form) {
  const drafts = readDrafts();
  drafts.facts[placeOf(sent)] = fieldsOf(form);
  keepDrafts(drafts);
}

function forgetDraft(sent) {
  const { facts } = readDrafts();
  delete facts[placeOf(sent)];
  keepDrafts({ facts });
}

// A case that the server has refused is typed again from here; it keeps its key.
function refused(desk) {
  const key = new URLSearchParams(location.search).get("case");
  const entry = waiting().find((one) => one.state === "refused" && one.url === `${home.dataset.arrive}?n=${key}`);
  if (!entry) return null;
  const fields = new URLSearchParams(entry.body);
  const sent = Object.fromEntries([...fields].filter(([name]) => name.startsWith("case-")));
  const drafts = readDrafts();
  drafts.facts[placeOf(sent)] = entry.body;
  keepDrafts(drafts);
  desk.dataset.key = key;
  return sent;
}

function fill(form, values) {
  const sent = new Map();
  const pairs = typeof values === "string" ? new URLSearchParams(values) : Object.entries(values);
  for (const [name, value] of pairs) sent.set(name, [...(sent.get(name) ?? []), value]);
  for (const field of form.elements) {
    if (!sent.has(field.name)) continue;
    if (["radio", "checkbox"].includes(field.type)) field.checked = sent.get(field.name).includes(field.value);
    else field.value = sent.get(field.name)[0];
  }
}

function ask(desk, form) {
  keepCase(form);
  const sent = Object.fromEntries(new FormData(form));
  const hall = JSON.parse(desk.querySelector("#device-hall").textContent);
  const round = hall.rounds.find(({ number }) => String(number) === sent["case-round_number"].trim());
  const table = round?.tables[sent["case-table_number"].trim()];
  const problem = form.querySelector("[data-problem]");
  problem.hidden = Boolean(table);
  if (!table) {
    problem.textContent = form.dataset.noTable;
    problem.scrollIntoView({ block: "nearest" });
    return;
  }
  const { seatings, hands } = hall.rules[round.rules];
  const hand = table.boards ? 0 : Number.parseInt(sent["case-hand"], 10) || 0;
  const { order, labels } = seatings[hands[hand] ?? hands[0]];
  const names = order.map((at) => hall.players[table.players[at]]);
  open(desk, {
    sent,
    at: round.rules,
    labels: labels.map((label, seat) => label.replace("⟦name⟧", () => names[seat])),
  });
}

function open(desk, { sent, at, labels }) {
  const sheet = desk.querySelector(`template[data-questionnaire="${sent["case-kind"]}"][data-rules="${at}"]`);
  const form = desk.querySelector("template[data-questionnaire-form]").content.firstElementChild.cloneNode(true);
  form.querySelector("[data-place]").replaceWith(sheet.content.cloneNode(true));
  for (const more of form.querySelectorAll("details")) more.open = true;
  const number = desk.querySelector("[data-device-case]").elements["case-table_number"];
  const where = `${number.labels[0].textContent.trim()} ${sent["case-table_number"]}, ${sheet.dataset.title}`;
  form.querySelector("[data-where]").textContent = where;
  const lines = document.getElementById("told-lines");
  desk.lines ??= lines.innerHTML;
  lines.innerHTML = desk.lines;
  named(form, labels);
  named(lines.content, labels);
  const draft = readDrafts().facts[placeOf(sent)];
  if (draft) fill(form, draft);
  desk.querySelector("#facts").replaceChildren(form);
  desk.querySelector("[data-device-case]").hidden = true;
  desk.querySelector("[data-kept]").hidden = true;
  const back = () => {
    desk.querySelector("#facts").replaceChildren();
    desk.querySelector("[data-device-case]").hidden = false;
  };
  form.querySelector("[data-device-back]").addEventListener("click", back);
  for (const name of ["input", "change"]) form.addEventListener(name, () => keepFacts(sent, form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    record(desk, form, sent, where);
    back();
  });
  form.dispatchEvent(new CustomEvent("facts:begun", { bubbles: true }));
}

// Case and facts go into the queue as one.
function record(desk, form, sent, where) {
  const key = desk.dataset.key ?? newKey();
  delete desk.dataset.key;
  const fields = new URLSearchParams(fieldsOf(form));
  for (const [name, value] of Object.entries({ ...sent, key, kind: sent["case-kind"] })) fields.set(name, value);
  put({
    url: `${home.dataset.arrive}?n=${key}`,
    body: fields.toString(),
    label: where,
    open: `${pageAddress}?case=${key}`,
  });
  forgetDraft(sent);
  desk.querySelector("[data-restored]").hidden = true;
  desk.querySelector("[data-kept]").hidden = false;
  desk.querySelector("[data-kept]").scrollIntoView({ block: "nearest" });
}

// The players' names where the page has marks for their seats.
function named(root, labels) {
  const put = (text) => text.replace(/⟦(\d)⟧/g, (_mark, seat) => labels[seat] ?? "");
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.data = put(walker.currentNode.data);
  for (const element of root.querySelectorAll("[aria-label]")) element.ariaLabel = put(element.ariaLabel);
}

async function answers() {
  try {
    return (await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(2500) })).status < 502;
  } catch {
    return false;
  }
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (!page || !link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
  if (link.origin !== location.origin || !link.pathname.endsWith("/manage/cases/new/")) return;
  event.preventDefault();
  if (await answers()) location.assign(link.href);
  else show();
});

// The form of a new case that nobody has answered goes on here.
document.addEventListener("outbox:keeping", (event) => {
  if (!page || !event.target.matches("[data-new-case]")) return;
  event.preventDefault();
  const sent = new URLSearchParams(event.detail.body);
  // A subject may name an infraction, which is asked for behind.
  sent.set("kind", (sent.get("kind") ?? "win").split(".")[0]);
  show(Object.fromEntries([...sent].map(([name, value]) => [`case-${name}`, value])));
});
document.addEventListener("submit", (event) => event.target.matches("[data-sign-out]") && signOut());

begin();
if (pageAddress) {
  home.hidden = document.querySelector("[data-device-desk]") !== null || !Object.keys(readDrafts().facts).length;
  read();
  setInterval(() => document.visibilityState === "visible" && read(), EVERY_MS);
}

// Opening a case when the server is out of reach. While there is a network, each page of the desk reads the page that needs
// none and keeps it in the tab's memory; it is shown in place of "new case" when nobody answers there. Over TLS the service
// worker keeps it too, for a reload and a restart, until the referee signs out.

import { forget, keep } from "./desk-kept.js";

const EVERY_MS = 300_000;
const address = document.querySelector("[data-device-desk-page]")?.dataset.deviceDeskPage;
let page = "";
let sprite = "";

async function read() {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) {
      page = "";
      await forget();
      return;
    }
    const copy = answer.clone();
    page = await answer.text();
    const picture = page.match(/href="([^"#]*sprite[^"#]*\.svg)#/)?.[1];
    if (picture) sprite = await (await fetch(picture)).text();
    await keep(address, copy);
  } catch {
    // No network: what was kept stays.
  }
}

function show(values = {}) {
  const found = new DOMParser().parseFromString(page, "text/html");
  const desk = found.querySelector("[data-device-desk]");
  const main = document.querySelector("main");
  for (const old of main.querySelectorAll(":scope > :not([data-outbox-panel], [data-claim-keeper])")) old.remove();
  if (sprite) draw(desk);
  main.append(desk);
  document.title = found.title;
  history.pushState({}, "", address);
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
function begin(values = {}) {
  const desk = document.querySelector("[data-device-desk]");
  if (!desk || desk.dataset.begun) return;
  desk.dataset.begun = "yes";
  const form = desk.querySelector("[data-device-case]");
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(`case-${name}`);
    if (field) field.value = value;
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(desk, form);
  });
  document.body.dispatchEvent(new CustomEvent("desk:opened", { bubbles: true }));
  if (Object.keys(values).length) ask(desk, form);
}

async function ask(desk, form) {
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
  const place = desk.querySelector("[data-law-on-device]");
  const rules = hall.rules[round.rules];
  const hand = Number.parseInt(sent["case-hand"], 10) || null;
  const question = {
    language: place.dataset.language,
    ruleset: rules.name,
    parameters: rules.parameters,
    players: table.players.map((key) => hall.players[key]),
    hand,
    boards: table.boards,
  };
  try {
    const seats = await place.law.ask("seats", question);
    open(desk, { sent, round, hall, rules, seats, players: table.players, kind: sent["case-kind"] });
  } catch {
    problem.hidden = false;
    problem.textContent = place.dataset.unavailable;
  }
}

function open(desk, { sent, round, hall, rules, seats, players, kind }) {
  const place = desk.querySelector("[data-law-on-device]");
  const sheet = desk.querySelector(`template[data-questionnaire="${kind}"][data-rules="${round.rules}"]`);
  const form = desk.querySelector("template[data-questionnaire-form]").content.firstElementChild.cloneNode(true);
  form.querySelector("[data-place]").replaceWith(sheet.content.cloneNode(true));
  const number = desk.querySelector("[data-device-case]").elements["case-table_number"];
  const where = `${number.labels[0].textContent.trim()} ${sent["case-table_number"]}, ${sheet.dataset.title}`;
  form.querySelector("[data-where]").textContent = where;
  const turn = seats.order.map((at) => players[at]);
  Object.assign(form.dataset, {
    kind,
    where,
    arrive: desk.dataset.arrive,
    case: JSON.stringify(sent),
    names: JSON.stringify(turn.map((key) => hall.players[key])),
  });
  const lines = document.getElementById("told-lines");
  desk.lines ??= lines.innerHTML;
  lines.innerHTML = desk.lines;
  named(form, seats.labels);
  named(lines.content, seats.labels);
  place.dataset.ruleset = rules.name;
  place.dataset.kind = kind;
  const known = hall.earlier[round.number] ?? {};
  const earlier = Object.fromEntries(turn.map((key, seat) => [seat, known[key] ?? {}]));
  place.querySelector("script").textContent = JSON.stringify({ parameters: rules.parameters, earlier });
  desk.querySelector("#facts").replaceChildren(form);
  desk.querySelector("[data-device-case]").hidden = true;
  form.querySelector("[data-device-back]").addEventListener("click", () => {
    desk.querySelector("#facts").replaceChildren();
    desk.querySelector("[data-device-case]").hidden = false;
  });
  form.dispatchEvent(new CustomEvent("facts:begun", { bubbles: true }));
  form.requestSubmit();
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
  show(Object.fromEntries([...new FormData(event.target)].filter(([name]) => name !== "csrfmiddlewaretoken")));
});
document.addEventListener("submit", (event) => event.target.matches("[data-sign-out]") && forget());

begin();
if (address) {
  setTimeout(read, 1500 + Math.random() * 2000);
  setInterval(() => document.visibilityState === "visible" && read(), EVERY_MS);
}

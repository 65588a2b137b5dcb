// Findings and proposals of the law as elements, as the server's templates have them (judging/cases/_findings.html).

const SVG = "http://www.w3.org/2000/svg";

export function say(name, kind, ...content) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.append(...content.filter((each) => each !== null && each !== ""));
  return element;
}

export function findings({ deciding, holding }, place) {
  const cards = deciding.map(card);
  if (!holding.length) return cards;
  const held = holding.map(card);
  if (!deciding.length) return held;
  const title = say("summary", "", `${place.dataset.holds} (${held.length})`);
  return [...cards, say("details", "more", title, ...held)];
}

export const chip = ({ kind, label }) => say("span", `chip ${kind}`, label);

// The verdict on the whole claim: of what decides the first, else that everything holds.
export const overall = ({ deciding, holding }) => chip(deciding[0] ?? holding[0] ?? { kind: "", label: "–" });

function card(finding) {
  const head = say("p", "", chip(finding));
  if (finding.seat) head.append(" ", say("strong", "", finding.seat));
  const also = finding.also.filter((one) => one.clause);
  return say(
    "article",
    `card finding ${finding.kind}`,
    head,
    say("p", "", finding.message),
    ...[finding, ...also].filter((one) => one.clause).map(clause),
    finding.evidence.length ? evidence(finding.evidence) : null,
  );
}

const clause = ({ clause, text }) =>
  say("p", "small soft", [clause.replaceAll("_", " "), text].filter(Boolean).join(" "));

function evidence(listed) {
  const list = say("dl", "facts small");
  for (const one of listed) {
    list.append(say("dt", "", one.label.charAt(0).toUpperCase() + one.label.slice(1)), say("dd", "", value(one)));
  }
  return list;
}

const transfer = ([source, target, amount]) => `${source} → ${target} ${amount}`;

const VALUES = {
  tiles: (value) => say("span", "tile-s", tiles(value)),
  numbers: (value) => value.map(([name, number]) => `${name} ${number}`).join("; "),
  transfers: (value) => value.map(transfer).join("; "),
  list: (value) => lines("ul", "evidence-list plain", value),
  steps: (value) => lines("ol", "evidence-list", value),
  record: (value) => lines("ol", "evidence-list record", value),
};

const value = ({ kind, value }) => VALUES[kind]?.(value) ?? String(value);

const lines = (name, kind, listed) =>
  say(name, kind, ...listed.map(({ text, tiles }) => say("li", "", [text, tiles].filter(Boolean).join(" "))));

// The tile pad of the page shows where the drawings are; a device without it reads the notation.
export function tiles({ groups, names }) {
  const sprite = spriteOf();
  const row = say("span", "tiles");
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", names);
  if (sprite === undefined) return names;
  row.append(...groups.map((group) => say("span", "tile-group", ...group.map((code) => drawing(sprite, code)))));
  return row;
}

export const spriteOf = () => document.querySelector("svg.tile use")?.getAttribute("href")?.split("#")[0];

export function drawing(sprite, code) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "tile");
  picture.setAttribute("viewBox", "0 0 300 400");
  picture.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${sprite}#t${code}`);
  picture.append(use);
  return picture;
}

export function proposals(listed, words) {
  return listed.map((one) => {
    const title = one.title && one.title !== one.penalty ? `${one.title} · ` : "";
    const head = say(
      "p",
      "",
      one.name ? say("strong", "", one.name) : null,
      one.name ? ": " : null,
      title,
      one.penalty,
      " ",
    );
    head.append(say("span", "soft", one.clause.replaceAll("_", " ")));
    return say(
      "div",
      "notice warning proposal",
      head,
      say("p", "small", [one.hand, ...one.transfers.map(transfer)].join(" · ")),
      ...one.consequences.map((text) => say("p", "small", text)),
      one.instead.length ? say("p", "small soft", `${words.instead}: ${one.instead.join(" · ")}`) : null,
    );
  });
}

// The hand checker's answer as elements, as the server's template has it (hand/_answer.html).

import { chip, say, tiles } from "./law-words.js";
import { filled, piece, pieces } from "./pieces.js";

const spaced = (rows) => rows.flatMap((row) => [tiles(row), " "]);
const clause = (text) => text.replaceAll("_", " ");
const small = (text) => say("span", "soft small", text);

export function answerParts({ answer, problem, worth, query }) {
  if (answer.empty) return pieces("empty");
  if (problem) return [piece("wrong", { problem })];
  if (answer.missing) return [piece("missing", { lead: answer.lead })];
  const { verdict } = answer;
  const parts = pieces("answer", {
    verdict: verdict ? chip({ kind: verdict[0], label: verdict[1] }) : "",
    value: answer.value,
    sentences: sentences(answer),
    reading: spaced(answer.reading),
    awards: answer.awards.length ? awards(answer.awards, worth) : "",
    not_counted: answer.not_counted.map(([text, cited]) => say("li", "", text, " ", small(`(${clause(cited)})`))),
    steps: answer.steps.map(([text, cited]) => say("li", "", say("span", "num", text), " ", small(clause(cited)))),
    others: answer.others.map(other),
    others_title: answer.others_title,
    waits: answer.tiles || answer.lead,
    tiles: answer.tiles ? tiles(answer.tiles) : "",
    not_ready: answer.tiles && !answer.ready,
    lead: answer.lead,
    forms: answer.forms.map(([form, distance]) => `${form}: ${distance}`).join(" · "),
  });
  const field = (id) => parts.at(-1).querySelector(`#${id}`);
  field("case-link").value = new URL(`?${query}`, location.href).href;
  field("case-line").value = answer.case_line;
  return parts;
}

const sentences = ({ payments, reasons }) => [
  ...payments.map((text) => say("p", "", text)),
  ...reasons.map(([text, cited]) => say("p", "", text, " ", say("span", "soft", `(${clause(cited)})`))),
];

function awards(listed, worth) {
  const table = filled(piece("awards"), "worth", worth);
  const row = table.querySelector("tbody tr");
  for (const one of listed) {
    const made = row.cloneNode(true);
    const put = (slot, ...content) => made.querySelector(`[data-slot="${slot}"]`).replaceChildren(...content);
    put("name", one.name);
    put("clause", clause(one.clause));
    put("tiles", ...spaced(one.tiles));
    put("times", one.times > 1 ? `${one.times} × ${one.value} =` : "");
    put("total", String(one.total));
    row.before(made);
  }
  row.remove();
  return table;
}

function other({ groups, awards: text, total }) {
  const reading = say("div", "", say("p", "tile-s", ...spaced(groups)), say("p", "small", text));
  return say("li", "", reading, say("span", "num key", String(total)));
}

// The page that checks a bundle: hands the file to the worker and shows what it says, what failed first.

const form = document.querySelector("form");
const status = document.querySelector("#status");
const counts = document.querySelector("#counts");
const results = document.querySelector("#results");
const worker = new Worker(await carriedWorker());

function element(name, text, kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function list(outcome, lines) {
  const items = document.createElement("ul");
  for (const [, place, text] of lines) {
    const item = element("li", "", outcome);
    item.append(element("span", `${place}:`, "place"), ` ${text}`);
    items.append(item);
  }
  return items;
}

function section(outcome, title, lines) {
  if (!lines.length) return [];
  if (outcome === "failed") return [element("h2", `${title}: ${lines.length}`), list(outcome, lines)];
  const folded = document.createElement("details");
  folded.append(element("summary", `${title}: ${lines.length}`), list(outcome, lines));
  return [folded];
}

function say(text, outcome = "", found = "") {
  status.textContent = text;
  status.className = outcome;
  counts.textContent = found;
}

function show({ problem, lines = [] }) {
  if (problem) {
    say(problem);
    return;
  }
  const of = (outcome) => lines.filter(([found]) => found === outcome);
  const failed = of("failed");
  const found = `${of("checked").length} checked, ${failed.length} failed, ${of("cannot be known").length} cannot be known`;
  if (failed.length) say("Something does not stand.", "failed", found);
  else say("Nothing failed.", "good", found);
  results.replaceChildren(
    ...section("failed", "Failed", failed),
    ...section("unknown", "Cannot be known, and why", of("cannot be known")),
    ...section("good", "Checked", of("checked")),
  );
}

worker.addEventListener("message", (event) => show(event.data));
worker.addEventListener("error", () => show({ problem: "This browser cannot run the program; one of the last three years can." }));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [file] = form.elements.bundle.files;
  results.replaceChildren();
  if (!file) {
    say("Choose the bundle, the file that the event's page offers.");
    return;
  }
  say("Checking … (the first time takes some seconds; a large event takes a minute)");
  worker.postMessage({ bundle: await file.text(), heads: form.elements.heads.value });
});

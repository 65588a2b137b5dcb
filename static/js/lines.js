// Rows of a table.line-rows: on a phone each is one line, and a tap or its button opens what else it has (tables.css).
// Without this module rows are shown whole.
import { drawFlags } from "./flags.js";

export function hookLines() {
  watch(document);
  document.body.addEventListener("htmx:afterSwap", (event) => watch(event.target.parentNode || document));
  document.addEventListener("click", (event) => {
    const row = event.target.closest?.(".line-rows > tbody > tr");
    const press = row?.querySelector(".line-toggle button");
    if (!press || getComputedStyle(press).display === "none") return;
    if (!press.contains(event.target) && event.target.closest("a, button, input, label, select, summary")) return;
    press.setAttribute("aria-expanded", String(row.classList.toggle("open")));
  });
}

function watch(root) {
  drawFlags(root);
  for (const table of root.querySelectorAll(".line-rows")) {
    table.classList.add("folded");
    for (const row of table.tBodies[0].rows) {
      const hides = row.querySelector(".line-more:not(:empty), .sub");
      if (!hides || row.querySelector(".line-toggle")) continue;
      const name = row.querySelector("th, .key")?.querySelector("a, label")?.textContent ?? row.cells[0].textContent;
      const press = document.createElement("button");
      press.type = "button";
      press.className = "quiet";
      press.setAttribute("aria-expanded", "false");
      press.setAttribute("aria-label", `${table.dataset.more}: ${name.trim()}`);
      row.insertCell().append(press);
      row.cells[row.cells.length - 1].className = "line-toggle";
    }
  }
}

// Pages of a static copy: tables sort by a column, and long ones have a search above them. A plain script, because a
// browser loads no module from a disk.
(() => {
  "use strict";
  const words = document.currentScript.dataset;
  const SEARCHED_FROM = 20;
  const language = document.documentElement.lang;
  const collator = new Intl.Collator(language, { numeric: true });

  const textOf = (row, column) => row.cells[column]?.textContent.trim() ?? "";

  /** The first number of a text with the site's minus sign and groups, else undefined. */
  function numberOf(text) {
    const plain = text.replaceAll("\u2212", "-").replace(/(\d)[\s\u202f\u00a0,.'’](?=\d{3}\b)/g, "$1");
    const match = /^[^\d+-]{0,2}([+-]?\d+(?:[.,]\d+)?)/.exec(plain);
    return match ? Number(match[1].replace(",", ".")) : undefined;
  }

  function compare(one, other) {
    const [first, second] = [numberOf(one), numberOf(other)];
    if (first !== undefined && second !== undefined) return first - second;
    if (first !== undefined || second !== undefined) return first === undefined ? 1 : -1;
    return collator.compare(one, other);
  }

  function sortBy(table, heading, column) {
    const body = table.tBodies[0];
    const descending = heading.getAttribute("aria-sort") === "ascending";
    for (const cell of heading.parentElement.cells) cell.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const rows = [...body.rows].sort((one, other) => {
      const texts = [textOf(one, column), textOf(other, column)];
      // Rows without an entry stay below in both directions.
      if (!texts[0] || !texts[1]) return Number(!texts[0]) - Number(!texts[1]);
      return (descending ? -1 : 1) * compare(...texts);
    });
    body.append(...rows);
  }

  function makeSortable(table) {
    for (const [column, heading] of [...table.tHead.rows[0].cells].entries()) {
      if (!heading.textContent.trim()) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy-sort";
      button.title = words.sort;
      button.append(...heading.childNodes);
      button.addEventListener("click", () => sortBy(table, heading, column));
      heading.append(button);
    }
  }

  function makeSearchable(table) {
    const input = document.createElement("input");
    input.type = "search";
    input.className = "copy-find";
    input.placeholder = words.find;
    input.setAttribute("aria-label", words.find);
    const rows = [...table.tBodies[0].rows];
    const texts = rows.map((row) => row.textContent.toLocaleLowerCase(language));
    input.addEventListener("input", () => {
      const wanted = input.value.toLocaleLowerCase(language).split(/\s+/).filter(Boolean);
      for (const [index, row] of rows.entries()) row.hidden = !wanted.every((word) => texts[index].includes(word));
    });
    (table.closest(".table-wrap") ?? table).before(input);
  }

  for (const table of document.querySelectorAll("main table")) {
    const rows = table.tBodies.length === 1 ? [...table.tBodies[0].rows] : [];
    const spans = table.querySelector("[colspan], [rowspan]");
    if (table.tHead?.rows.length === 1 && rows.length > 2 && !spans) makeSortable(table);
    if (rows.length >= SEARCHED_FROM) makeSearchable(table);
  }
})();

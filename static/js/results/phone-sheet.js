// A table's sheet, on a player's phone or at the desk: what is missing, the sum, and the places, while the points are
// typed. Without this module the server says the same after Save.

import { number, offerHundreds, standing, tablePointsOf } from "./sheet-sums.js";

for (const status of document.querySelectorAll("form [data-sum]")) start(status.closest("form"), status);

function start(form, status) {
  const words = status.dataset;
  const inputs = [...form.querySelectorAll("input[data-points]")];
  const seats = inputs.filter((input) => /points_\d$/.test(input.name));

  const tablePoints = tablePointsOf(status);
  const total = form.querySelector("[data-total]");
  const marks = seats.map((input) => {
    const shown = input.closest(".sheet-row")?.querySelector("[data-place]");
    if (shown) return shown;
    const mark = document.createElement("span");
    mark.className = "small num";
    mark.dataset.place = "";
    (input.closest(".signed") ?? input).parentElement.after(mark);
    return mark;
  });

  const offer = document.createElement("p");
  status.after(offer);

  function show() {
    const rest = inputs.filter((input) => !seats.includes(input));
    offerHundreds(offer, words, seats, rest, () => seats.at(-1).focus());
    const points = seats.map((input) => number(input.value));
    const empty = points.filter((value) => value === null).length;
    for (const [seat, mark] of marks.entries()) mark.replaceChildren(...(empty ? [] : told(points, seat)));
    const all = [...points, ...rest.map((input) => number(input.value))];
    const sum = all.reduce((so, value) => so + (value ?? 0), 0);
    if (total) total.textContent = sum.toLocaleString(document.documentElement.lang);
    if (empty === seats.length) {
      status.textContent = "";
      return;
    }
    if (empty) {
      status.textContent = words.missing.replace("#", empty);
      return;
    }
    const off = sum - Number(words.start) * seats.length;
    const said = off === 0 ? words.right : off < 0 ? words.short : words.over;
    status.textContent = said.replace("#", Math.abs(off).toLocaleString());
  }

  // In a row the heading says what the number is; the place stands below the table points.
  function told(points, seat) {
    const made = standing(points, seat, tablePoints);
    const place = `${words.placeWord} ${made.place}`;
    if (!total) return [made.points ? `${place} · ${words.pointsWord} ${made.points}` : place];
    if (!made.points) return [made.place];
    const small = document.createElement("small");
    small.textContent = place;
    return [made.points, small];
  }

  form.addEventListener("input", show);
  show();
}

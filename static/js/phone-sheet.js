// The sheet on a player's phone: what is missing, the sum, and the places, while the points are typed. Without this
// module the server says the same after Save.

import { number, standing, tablePointsOf } from "./sheet-sums.js";

for (const form of document.querySelectorAll("form[data-phone-sheet]")) start(form);

function start(form) {
  const inputs = [...form.querySelectorAll("input[data-points]")];
  const seats = inputs.filter((input) => /points_\d$/.test(input.name));
  const status = form.querySelector("[data-sum]");

  const tablePoints = tablePointsOf(form);
  const marks = seats.map((input) => {
    const mark = document.createElement("span");
    mark.className = "small num";
    mark.dataset.place = "";
    input.after(mark);
    return mark;
  });

  function show() {
    const points = seats.map((input) => number(input.value));
    const empty = points.filter((value) => value === null).length;
    for (const [seat, mark] of marks.entries()) mark.textContent = empty ? "" : told(points, seat);
    if (empty === seats.length) {
      status.textContent = "";
      return;
    }
    if (empty) {
      status.textContent = form.dataset.missing.replace("#", empty);
      return;
    }
    const rest = inputs.filter((input) => !seats.includes(input));
    const all = [...points, ...rest.map((input) => number(input.value) ?? 0)];
    const off = all.reduce((sum, value) => sum + value, 0) - Number(form.dataset.start) * seats.length;
    const words = off === 0 ? form.dataset.right : off < 0 ? form.dataset.short : form.dataset.over;
    status.textContent = words.replace("#", Math.abs(off).toLocaleString());
  }

  function told(points, seat) {
    const made = standing(points, seat, tablePoints);
    const place = `${form.dataset.placeWord} ${made.place}`;
    return made.points ? `${place} · ${form.dataset.pointsWord} ${made.points}` : place;
  }

  form.addEventListener("input", show);
  show();
}

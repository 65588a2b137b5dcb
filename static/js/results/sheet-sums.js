// What a sheet's numbers come to while they are typed: read as clerks write them, and the places that they make.

/** A number as typed (1 200, 1,200, −40 with any minus), or null. */
export function number(text) {
  const plain = text
    .replace(/[\s,’']/g, "")
    .replace(/[−–]/g, "-")
    .replace(/^\+/, "");
  return /^-?\d+$/.test(plain) ? Number(plain) : null;
}

/** The place of a seat, whether others share it, and its part of the table points where the event has them. */
export function standing(points, seat, tablePoints) {
  const above = points.filter((value) => value > points[seat]).length;
  const tied = points.filter((value) => value === points[seat]).length;
  const shared = tablePoints.slice(above, above + tied).reduce((sum, value) => sum + value, 0) / tied;
  return {
    place: `${above + 1}${tied > 1 ? "=" : ""}`,
    points: tablePoints.length ? String(Number(shared.toFixed(2))) : "",
  };
}

const HUNDRED = 100;

/**
 * Offer in `place` to multiply the sheet by a hundred where that makes it add up, sticks left on the table aside; take
 * the offer back where it does not. `words` has the event's start points, stick and text; `then` follows a tap.
 */
export function offerHundreds(place, words, seats, others, then) {
  place.querySelector("[data-times]")?.remove();
  if (!words.hundreds || !inHundreds(words, seats, others)) return;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "button small", textContent: words.hundreds });
  button.dataset.times = "";
  button.addEventListener("click", () => {
    for (const input of seats) input.value = HUNDRED * number(input.value);
    for (const input of others) {
      const left = number(input.value);
      if (left && left < Number(words.stick)) input.value = HUNDRED * left;
    }
    seats[0].dispatchEvent(new Event("input", { bubbles: true }));
    then();
  });
  place.append(button);
}

function inHundreds({ start, stick }, seats, others) {
  const points = seats.map((input) => number(input.value));
  if (points.some((value) => value === null)) return false;
  const sum = (values) => values.reduce((all, value) => all + value, 0);
  const wanted = Number(start) * seats.length;
  const left = sum(others.map((input) => number(input.value) ?? 0));
  if (sum(points) + left === wanted) return false;
  return [left, HUNDRED * left].some((sticks) => {
    const off = HUNDRED * sum(points) + sticks - wanted;
    return off === 0 || (off < 0 && off % Number(stick) === 0 && -off <= 2 * seats.length * Number(stick));
  });
}

/** Table points for the places, as an element's `data-table-points` has them. */
export function tablePointsOf(element) {
  return (element.dataset.tablePoints || "").split(" ").filter(Boolean).map(Number);
}

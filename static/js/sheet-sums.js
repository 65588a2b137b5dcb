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

/** Table points for the places, as an element's `data-table-points` has them. */
export function tablePointsOf(element) {
  return (element.dataset.tablePoints || "").split(" ").filter(Boolean).map(Number);
}

// The hand checker answers each press with a new page part. Presses that come while one is under way wait their turn,
// so that quick fingers lose no tile.

let busy = false;
const waiting = [];

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("#checker button[id]");
    if (!button || !busy) return;
    event.preventDefault();
    event.stopPropagation();
    waiting.push(button.id);
  },
  true,
);

const next = () => {
  busy = false;
  const id = waiting.shift();
  if (id) document.getElementById(id)?.click();
};

document.body.addEventListener("htmx:beforeRequest", () => {
  busy = true;
});
document.body.addEventListener("htmx:afterSettle", next);
// The page says that the server is out of reach, and nobody expects old presses later.
const giveUp = () => {
  busy = false;
  waiting.length = 0;
};
for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.body.addEventListener(failure, giveUp);
}

// The clocks of running events on the site's first page go on while it is open.

const FULL = 100;
const MINUTE = 60_000;

function turn() {
  for (const ring of document.querySelectorAll("[data-ring-ends]")) {
    const total = Number(ring.dataset.ringTotal);
    const left = Math.min(Math.max(Number(ring.dataset.ringEnds) - Date.now(), 0), total);
    const share = Math.round((FULL * left) / total);
    ring.querySelector("circle:last-child").setAttribute("stroke-dasharray", `${share} ${FULL}`);
    ring.querySelector("[data-ring-minutes]").textContent = String(Math.ceil(left / MINUTE));
  }
}

turn();
window.setInterval(turn, MINUTE / 6);

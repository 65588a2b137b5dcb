// The round's clock on the event's page. The page follows the event: each new body brings a clock that must be started.
import { startClocks } from "./clock.js";

let shown = null;

function start() {
  const clock = document.querySelector("[data-clock]");
  if (clock === shown) return;
  shown = clock;
  startClocks();
}

start();
document.addEventListener("htmx:afterSwap", start);

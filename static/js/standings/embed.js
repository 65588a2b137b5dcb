// A page in a frame of another site: flags, and the clock if it has one. follow.js reads it again when the event changes.
import { drawFlags } from "../flags.js";
import { startClocks } from "../rounds/clock.js";

drawFlags(document);
document.addEventListener("htmx:afterSwap", (event) => drawFlags(event.target));
startClocks();

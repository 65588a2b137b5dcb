// What every page needs: menus, theme switch, confirmation dialog, focus on errors, the CSRF token for htmx.
import { hookMenus } from "./menus.js";
import { hookConfirm } from "./confirm.js";
import { hookAnnouncements } from "./events/announcements.js";
import { hookHtmx } from "./htmx-hooks.js";
import { hookLines } from "./lines.js";
import { hookScrollers } from "./scrollers.js";
import { hookShare } from "./previews/share.js";
import { hookSignKeys } from "./sign-keys.js";
import { hookTimes } from "./times.js";

hookMenus();
hookAnnouncements();
hookConfirm();
hookHtmx();
hookLines();
hookScrollers();
hookShare();
hookSignKeys();
hookTimes();
document.querySelector("[data-focus]")?.focus();
// A link that leads to a folded form opens it.
const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
// A form that only looks at a file does so as soon as one is chosen.
for (const form of document.querySelectorAll("form[data-at-once]")) {
  form.querySelector("input[type=file]")?.addEventListener("change", () => form.requestSubmit());
}
// A file dropped anywhere in the zone is chosen.
for (const zone of document.querySelectorAll("[data-drop]")) {
  const input = zone.querySelector("input[type=file]");
  const over = (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    zone.toggleAttribute("data-over", event.type === "dragover");
    if (event.type !== "drop") return;
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  for (const type of ["dragover", "dragleave", "drop"]) zone.addEventListener(type, over);
}
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

// What every page needs: menus, theme switch, confirmation dialog, focus on errors, the CSRF token for htmx.
import { hookMenus } from "./menus.js";
import { hookConfirm } from "./confirm.js";
import { hookHtmx } from "./htmx-hooks.js";
import { hookScrollers } from "./scrollers.js";
import { hookSignKeys } from "./sign-keys.js";

hookMenus();
hookConfirm();
hookHtmx();
hookScrollers();
hookSignKeys();
document.querySelector("[data-focus]")?.focus();
// A form that only looks at a file does so as soon as one is chosen.
for (const form of document.querySelectorAll("form[data-at-once]")) {
  form.querySelector("input[type=file]")?.addEventListener("change", () => form.requestSubmit());
}
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

// The first page of the chosen paper beside the printing form, asked for anew when the form has changed.

const WAIT = 400;
const form = document.querySelector("[data-paper-form]");
const section = document.querySelector("[data-paper-preview]");
const frame = section.querySelector("iframe");
let waiting = 0;

function show() {
  const chosen = new URLSearchParams(new FormData(form));
  chosen.delete("csrfmiddlewaretoken");
  const address = `${frame.dataset.address}?${chosen}`;
  // A frame's history entry would take the place of the page before this one.
  frame.contentWindow.location.replace(address);
}

section.hidden = false;
form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(show, WAIT);
});
show();

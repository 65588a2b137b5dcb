// Keys for the numbers of a form where fingers type: the phone's own keyboard, half the screen high and without a minus
// on some phones, stays closed. With a mouse, or without this module, the fields are typed into as ever.

import { turnSign } from "../sign-keys.js";

const keypad = document.querySelector("[data-keypad]");
if (keypad && matchMedia("(pointer: coarse)").matches) start(keypad, keypad.closest("form"));

function start(keypad, form) {
  const fields = [...form.querySelectorAll("input[data-points]")];
  let field = fields.find((one) => one.value === "") ?? fields[0];
  keypad.hidden = false;
  form.classList.add("with-keypad");
  for (const one of fields) {
    one.inputMode = "none";
    one.addEventListener("focus", () => choose(one));
  }
  choose(field);

  function choose(one) {
    field = one;
    for (const other of fields) other.classList.toggle("typed-into", other === one);
  }

  const keys = {
    back: () => write(field.value.slice(0, -1)),
    sign: () => turnSign(field),
    next() {
      const next = fields[fields.indexOf(field) + 1];
      (next ?? form.querySelector("button.primary")).focus();
      next?.select();
    },
  };

  function write(text) {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // A number that is selected as a whole gives way to the first digit, as with a keyboard.
  function type(digits) {
    const all = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    write(all && document.activeElement === field ? digits : field.value + digits);
    field.setSelectionRange(field.value.length, field.value.length);
  }

  // The field keeps the focus.
  keypad.addEventListener("pointerdown", (event) => event.preventDefault());
  keypad.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]")?.dataset.key;
    if (!key) return;
    if (document.activeElement !== field) field.focus();
    if (key in keys) keys[key]();
    else type(key);
  });
}

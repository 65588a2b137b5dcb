// The key beside a field for points: a keyboard of digits has no minus on some phones.

const MINUS = /^\s*[-−–]\s*/;

/** Turn the sign of the number in a field. */
export function turnSign(field) {
  field.value = MINUS.test(field.value) ? field.value.replace(MINUS, "") : `-${field.value.trim().replace(/^\+/, "")}`;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

export function hookSignKeys() {
  const keyOf = (event) => event.target.closest?.("[data-sign]");
  // The field keeps the focus, and the phone its keyboard.
  document.addEventListener("pointerdown", (event) => keyOf(event) && event.preventDefault());
  document.addEventListener("click", (event) => {
    const field = keyOf(event)?.parentElement.querySelector("input");
    if (field && !field.disabled && !field.readOnly) turnSign(field);
  });
}

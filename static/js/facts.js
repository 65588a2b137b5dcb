// The facts of a case are examined at each change, and the form comes back with what the law wants to know next. What was
// pressed or typed while the answer was under way is put into the new form, and the finger finds its field again.

const holder = document.getElementById("facts");

const valuesOf = (form) =>
  [...form.elements].filter((field) => field.name && field.type !== "hidden" && field.type !== "submit");

const keyOf = (field) => `${field.name} ${["radio", "checkbox"].includes(field.type) ? field.value : ""}`;

const stateOf = (field) => (["radio", "checkbox"].includes(field.type) ? field.checked : field.value);

let kept = new Map();
let sent = new Map();
let focus = "";

const remember = (form) => new Map(valuesOf(form).map((field) => [keyOf(field), stateOf(field)]));

holder?.addEventListener("htmx:beforeRequest", (event) => {
  sent = remember(event.target.closest("form") ?? holder.querySelector("form"));
});

holder?.addEventListener("htmx:beforeSwap", () => {
  kept = remember(holder.querySelector("form.facts-form"));
  focus = document.activeElement?.id ?? "";
});

holder?.addEventListener("htmx:afterSwap", () => {
  const form = holder.querySelector("form.facts-form");
  let changed = false;
  for (const field of valuesOf(form)) {
    const key = keyOf(field);
    if (!kept.has(key) || !sent.has(key) || kept.get(key) === sent.get(key)) continue;
    if (typeof kept.get(key) === "boolean") field.checked = kept.get(key);
    else field.value = kept.get(key);
    changed ||= field.id !== focus || typeof kept.get(key) === "boolean";
  }
  sent = new Map();
  const field = focus && document.getElementById(focus);
  if (field && document.activeElement !== field) field.focus({ preventScroll: true });
  if (changed) form.dispatchEvent(new Event("change", { bubbles: true }));
});

// A penalty typed as 30 shows as −30 as soon as its field is left; the server reads both.

for (const field of document.querySelectorAll("input[data-penalty]")) {
  const kind = field.form.elements.namedItem("kind");
  const sign = () => {
    if (kind?.value === "penalty" && /^\s*[\d.,/]+\s*$/.test(field.value)) field.value = `−${field.value.trim()}`;
  };
  field.addEventListener("change", sign);
  kind?.addEventListener("change", sign);
}

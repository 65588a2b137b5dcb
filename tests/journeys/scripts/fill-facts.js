(sent) => {
  const form = document.querySelector("form.facts-form");
  for (const [name, values] of Object.entries(sent)) {
    for (const field of form.querySelectorAll(`[name="${name}"]`)) {
      if (["radio", "checkbox"].includes(field.type)) field.checked = values.includes(field.value);
      else field.value = values[0];
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
}

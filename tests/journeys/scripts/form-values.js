(forms) => forms.map((form) => {
  const buttons = [...form.elements].filter((each) => each.type === "submit" && !each.hasAttribute("formaction"));
  const entries = [...new FormData(form, buttons[0])].filter(([, value]) => typeof value === "string");
  return [new URL(form.action || location.href).pathname, entries];
})

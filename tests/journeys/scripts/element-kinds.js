() => {
  // The first element of each kind: alike in all that axe's rules look at, which is not their words.
  const chains = new Map();
  const attributes = (element) => [...element.attributes].map(({ name, value }) => {
    const whole = /^(aria-(?!label|describe|control|owns|active)|role$|type$|tabindex$)/.test(name);
    return name === "class" ? "" : whole ? `${name}=${value}` : `${name}${value.trim() ? "+" : "-"}`;
  }).sort().join(" ");
  const chain = (element) => {
    if (!element) return "";
    if (!chains.has(element)) {
      chains.set(element, `${chain(element.parentElement)}>${element.localName}.${element.getAttribute("class") ?? ""}`);
    }
    return chains.get(element);
  };
  const names = (element) => (element.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean)
    .map((id) => !!document.getElementById(id)?.textContent.trim()).join();
  const hash = (text) => {
    let value = 7;
    for (let at = 0; at < text.length; at += 1) value = (Math.imul(value, 31) + text.charCodeAt(at)) | 0;
    return value;
  };
  const ids = new Set(), kinds = new Map();
  for (const element of document.querySelectorAll("*")) {
    const style = getComputedStyle(element), box = element.getBoundingClientRect();
    const twice = element.id !== "" && ids.has(element.id);
    ids.add(element.id);
    const small = element.matches("a, button, input, select, summary, [tabindex]") && (box.width < 24 || box.height < 24);
    const kind = hash([
      chain(element), attributes(element), twice, small, names(element), element.labels?.length,
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }), !!element.textContent.trim(),
      style.overflow !== "visible" && [element.scrollWidth > element.clientWidth, element.scrollHeight > element.clientHeight],
      style.color, style.backgroundColor, style.fontSize, style.fontWeight, style.textDecorationLine,
    ].join("|"));
    if (!kinds.has(kind)) kinds.set(kind, element);
  }
  window.elementKinds = kinds;
  return [...kinds.keys()];
}

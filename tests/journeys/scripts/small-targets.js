() => [...document.querySelectorAll("a[href], button, select, summary")].filter((one) => {
  const { width, height, right } = one.getBoundingClientRect();
  const inText = one.tagName === "A" && [...one.parentElement.childNodes].some(({ nodeType, data }) =>
    nodeType === Node.TEXT_NODE && data.trim().length > 1);
  const shown = one.checkVisibility() && right > 0 && width > 3 && !one.closest(".visually-hidden");
  return shown && !inText && (height < 24 || width < 24);
}).map((one) => `${one.tagName} ${one.textContent.trim()}`)

(hash) => {
  document.activeElement?.blur();
  scrollTo(0, 0);
  const bar = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0;
  document.getElementById(hash)?.scrollIntoView();
  document.querySelector("[data-focus]")?.focus();
  const shown = (each) => each.checkVisibility() && each.getBoundingClientRect().height > 0;
  const among = (names) => [...document.querySelectorAll(names)].find(shown);
  const told = among("main [data-focus], main .messages .notice") ?? among("main h1");
  const { top } = told?.getBoundingClientRect() ?? { top: NaN };
  return top >= 0 && top < innerHeight - bar - 20 ? "" : `${told?.className || told?.tagName} at ${Math.round(top)}`;
}

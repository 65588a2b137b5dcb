// Texts on the projector that are longer than their place: made smaller, then narrower, and only then cut.
// No text is smaller than the root's, a fortieth of the picture's height.

/** A letter may become this much narrower; narrower ones cannot be read from afar. */
export const NARROWEST = 0.6;

/** Pixels of a fortieth of the picture's height. */
export const unit = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Give texts their own size back. */
export function release(texts) {
  for (const text of texts) {
    for (const name of ["flex", "fontSize", "marginInlineEnd", "maxWidth", "transform", "width"]) text.style[name] = "";
  }
}

/** Texts that are wider than their place, each with the share of it that there is room for. */
function tooWide(texts) {
  return texts.map((text) => [text, text.clientWidth / text.scrollWidth]).filter(([, share]) => share < 1);
}

/** Shrink each text that does not fit, all measured before any is changed. Returns those that are too wide at the
    smallest size. */
export function shrink(texts) {
  release(texts);
  const smallest = unit();
  const sizes = tooWide(texts).map(([text, share]) => {
    const pixels = Number.parseFloat(getComputedStyle(text).fontSize);
    return [text, Math.max(smallest, (Math.floor(share * 50 - 0.1) / 50) * pixels)];
  });
  for (const [text, size] of sizes) text.style.fontSize = `${size}px`;
  return tooWide(sizes.map(([text]) => text)).map(([text]) => text);
}

/** Make texts narrower without making them lower. */
export function narrow(texts) {
  const found = texts.map((text) => [text, text.clientWidth, text.scrollWidth + 1]);
  for (const [text, room, wanted] of found) {
    const width = Math.min(wanted, room / NARROWEST);
    Object.assign(text.style, {
      flex: "none",
      marginInlineEnd: `${room - width}px`,
      maxWidth: "none",
      transform: `scaleX(${room / width})`,
      width: `${width}px`,
    });
  }
}

/** Make names fit into their places: those that are too long have one size, so that a list has two at most. */
export function fitNames(names) {
  const long = shrink(names);
  const smaller = names.filter((name) => name.style.fontSize);
  const size = Math.min(...smaller.map((name) => Number.parseFloat(name.style.fontSize)));
  for (const name of smaller) name.style.fontSize = `${size}px`;
  narrow(long);
}

// Codes of countries as flags: two letters of this alphabet are one flag, where the system has a picture for it.
const FLAG_LETTER = 0x1f1e6 - "A".codePointAt(0);
const flagOf = (code) => String.fromCodePoint(...[...code].map((letter) => FLAG_LETTER + letter.codePointAt(0)));

function hasPictures() {
  const pen = document.createElement("canvas").getContext("2d");
  const width = (text) => pen.measureText(text).width;
  return width(flagOf("FI")) < 1.5 * width(flagOf("F"));
}

export function drawFlags(root) {
  const codes = root.querySelectorAll(".flag");
  if (!codes.length || !hasPictures()) return;
  for (const code of codes)
    if (/^[A-Z]{2}$/.test(code.textContent)) {
      code.textContent = flagOf(code.textContent);
      code.classList.add("drawn");
    }
}

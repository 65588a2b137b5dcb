// Tiles by pressing pictures: every field with data-tiles (tile, tiles, hand) gets a button that opens the palette. What is
// pressed is written in notation, so that the field can be read, typed and sent without this script as well.

const HONOUR = "z";
const MELDS = { chow: 3, pung: 3, kong: 4, akong: 4, ckong: 4 };

// The field's value as a list of what was pressed, oldest first, so that the last press can be taken back.
function read(text) {
  const parts = [];
  const [main, flowers = ""] = text.split("|");
  for (const token of main.match(/[ac]?kong\([^)]*\)|chow\([^)]*\)|pung\([^)]*\)|\+\s*\d[a-z]|[^\s+]+/g) ?? []) {
    if (token.startsWith("+")) parts.push({ place: "win", tile: token.slice(1).trim() });
    else if (token.includes("(")) parts.push({ place: "meld", text: token });
    else for (const tile of tilesOf(token)) parts.push({ place: "hand", tile });
  }
  for (const tile of tilesOf(flowers.trim())) parts.push({ place: "flower", tile });
  return parts;
}

function tilesOf(text) {
  const tiles = [];
  for (const group of text.match(/\d+[a-z]/g) ?? []) {
    for (const digit of group.slice(0, -1)) tiles.push(digit + group.slice(-1));
  }
  return tiles;
}

function written(tiles, sorted) {
  const list = sorted ? [...tiles].sort((a, b) => order(a) - order(b)) : tiles;
  let text = "";
  for (const tile of list) {
    const suit = tile.slice(-1);
    text = text.endsWith(suit) ? text.slice(0, -1) + tile : text + tile;
  }
  return text;
}

const order = (tile) => "mpszf".indexOf(tile.slice(-1)) * 10 + (tile[0] === "0" ? 5 : Number(tile[0]));

function write(parts, kind) {
  const of = (place) => parts.filter((part) => part.place === place).map((part) => part.tile);
  if (kind !== "hand") return written(of("hand"), false);
  const melds = parts.filter((part) => part.place === "meld").map((part) => part.text);
  const win = of("win").map((tile) => `+${tile}`);
  const flowers = of("flower");
  const main = [written(of("hand"), true), ...melds, ...win].filter(Boolean).join(" ");
  return flowers.length ? `${main} | ${written(flowers, true)}` : main;
}

function meld(place, tile) {
  const suit = tile.slice(-1);
  const number = Number(tile[0]) || 5;
  if (place === "chow") {
    if (suit === HONOUR || suit === "f") return null;
    const first = Math.min(number, 7);
    return `chow(${first}${first + 1}${first + 2}${suit})`;
  }
  return `${place}(${String(tile[0]).repeat(MELDS[place])}${suit})`;
}

let dialog = null;
let opener = null;
let field = null;
let parts = [];

function show() {
  const text = write(parts, field.dataset.tiles);
  field.value = text;
  dialog.querySelector("[data-picker-text]").textContent = text;
  const row = dialog.querySelector("[data-picker-tiles]");
  const pressed = parts.flatMap((part) => (part.text ? tilesOf(part.text) : [part.tile]));
  row.replaceChildren(...pressed.map((tile) => picture(tile) ?? document.createTextNode(tile)));
}

function open(input) {
  field = input;
  parts = read(field.value);
  dialog.querySelector("[data-picker-places]").hidden = field.dataset.tiles !== "hand";
  dialog.querySelector('input[name="place"][value="hand"]').checked = true;
  show();
  dialog.returnValue = "";
  dialog.showModal();
}

function press(tile) {
  const kind = field.dataset.tiles;
  const place = dialog.querySelector('input[name="place"]:checked').value;
  if (kind === "tile") parts = [{ place: "hand", tile }];
  else if (kind === "tiles") parts.push({ place: "hand", tile });
  else if (tile.endsWith("f")) parts.push({ place: "flower", tile });
  else if (place === "win") parts = [...parts.filter((part) => part.place !== "win"), { place, tile }];
  else if (place in MELDS) {
    const text = meld(place, tile);
    if (text) parts.push({ place: "meld", text });
  } else parts.push({ place: "hand", tile });
  show();
}

// The tiles of a field as pictures below it, group by group; nothing while the text is no tiles.
function draw(input, row) {
  const found = read(input.value);
  const group = (place) => found.filter((part) => part.place === place).map((part) => part.tile);
  const melds = found.filter((part) => part.place === "meld").map((part) => tilesOf(part.text));
  const groups = [group("hand"), ...melds, group("win"), group("flower")].filter((tiles) => tiles.length);
  row.replaceChildren(
    ...groups.map((tiles) => {
      const part = document.createElement("span");
      part.className = "typed-group";
      part.append(...tiles.map(picture).filter(Boolean));
      return part;
    }),
  );
}

const picture = (tile) => dialog.querySelector(`[data-tile="${tile}"] > *`)?.cloneNode(true);

function drawn(input) {
  const row = document.createElement("div");
  row.className = "typed-tiles tile-s";
  // A screen reader reads the field itself.
  row.setAttribute("aria-hidden", "true");
  input.addEventListener("input", () => draw(input, row));
  input.addEventListener("change", () => draw(input, row));
  draw(input, row);
  return row;
}

function equip() {
  for (const input of document.querySelectorAll("input[data-tiles]:not([data-picker])")) {
    input.dataset.picker = "yes";
    const button = opener.content.firstElementChild.cloneNode(true);
    button.setAttribute(
      "aria-label",
      `${button.textContent}: ${input.labels[0]?.textContent.trim() ?? input.ariaLabel ?? ""}`,
    );
    button.addEventListener("click", () => open(input));
    input.after(button, drawn(input));
  }
}

// The page's palette, which may come with a case that is opened without the server.
function hook() {
  const found = document.getElementById("tile-picker");
  if (!found || found === dialog) return;
  dialog = found;
  opener = document.getElementById("tile-picker-button");
  for (const button of dialog.querySelectorAll("[data-tile]")) {
    button.addEventListener("click", () => press(button.dataset.tile));
  }
  dialog.querySelector("[data-picker-done]").addEventListener("click", () => dialog.close("done"));
  dialog.querySelector("[data-picker-back]").addEventListener("click", () => {
    parts.pop();
    show();
  });
  dialog.querySelector("[data-picker-clear]").addEventListener("click", () => {
    parts = [];
    show();
  });
  dialog.addEventListener("close", () => {
    field.dispatchEvent(new Event("change", { bubbles: true }));
    if (dialog.returnValue === "done") field.dispatchEvent(new Event("tiles:done", { bubbles: true }));
  });
}

function ready() {
  hook();
  if (dialog && opener) equip();
}

ready();
for (const name of ["htmx:afterSettle", "tiles:added", "facts:begun"]) document.body.addEventListener(name, ready);

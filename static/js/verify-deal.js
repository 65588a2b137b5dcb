// Deals the boards of an event again, in the browser, without the site: format mjdeal/1. It is put whole into the page
// that people download, so it imports nothing; what it says and what it knows of the event stand in the page's data.

const encoder = new TextEncoder();

/** Bytes of a hexadecimal text; null where it is none. */
function bytesOf(hex) {
  if (!/^([0-9a-f]{2}){16,}$/i.test(hex)) return null;
  return Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
}

const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function sha256(...parts) {
  const all = await new Blob(parts).arrayBuffer();
  return hexOf(await crypto.subtle.digest("SHA-256", all));
}

async function hmac(key, message) {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, message));
}

/** The tiles in the order of the board's wall: Fisher-Yates with the key's stream, numbers that favour a place rejected. */
async function wallOf(seed, name, tiles) {
  const key = await hmac(seed, encoder.encode(name));
  const wall = [...tiles];
  let [block, at, counter] = [new Uint8Array(), 0, 0n];
  for (let last = wall.length - 1; last > 0; last -= 1) {
    const limit = 65536 - (65536 % (last + 1));
    let number;
    do {
      if (at >= block.length) {
        const message = new DataView(new ArrayBuffer(8));
        message.setBigUint64(0, counter);
        block = await hmac(key, message.buffer);
        [at, counter] = [0, counter + 1n];
      }
      number = (block[at] << 8) | block[at + 1];
      at += 2;
    } while (number >= limit);
    const other = number % (last + 1);
    [wall[last], wall[other]] = [wall[other], wall[last]];
  }
  return wall;
}

/** The tags of a deal sheet, "Wall" as its text. */
function tagsOf(text) {
  return Object.fromEntries([...text.matchAll(/^\[(\w+) "([^"]*)"\]\s*$/gm)].map((found) => [found[1], found[2]]));
}

/** Codes of a row of tiles: 12m3p becomes 1m 2m 3p. */
function tilesOf(text) {
  return [...text.matchAll(/(\d+)([mpszf])/g)].flatMap(([, digits, suit]) => [...digits].map((digit) => digit + suit));
}

/** The parts of a wall that stand on the sheet, as [name, tiles]. */
function dealt(wall, facts) {
  if (facts.model === "shared") return [["A", wall]];
  const rest = wall.slice(facts.common);
  const parts = [];
  let at = 0;
  for (const [seat, name] of [..."ESWN"].entries()) {
    const size = Math.floor(rest.length / 4) + (seat < rest.length % 4 ? 1 : 0);
    parts.push([name, rest.slice(at, at + size)]);
    at += size;
  }
  return facts.common ? [...parts, ["C", wall.slice(0, facts.common)]] : parts;
}

/** Every sentence about a sheet, as [whether it passed, sentence]. */
async function judge(text, seedText, value, facts, texts) {
  const say = (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const seed = bytesOf(seedText.trim());
  if (seed === null) return [[false, say("noSeed")]];
  const found = [];
  const head = encoder.encode(`mjdeal/1|${facts.event}|${facts.sessions}|${facts.boards}|`);
  const committed = (await sha256(head, seed)) === facts.commitment;
  found.push([committed, say(committed ? "committed" : "notCommitted")]);
  const tags = tagsOf(text);
  if (tags.Format !== "mjdeal/1" || !tags.Wall) return [...found, [false, say("noSheet")]];
  const fits = tags.Event === facts.event && tags.Ruleset === facts.ruleset && tags.Model === facts.model;
  if (!fits || tags.Value !== value) found.push([false, say("otherEvent")]);
  const digest = facts.digests[`${tags.Session}/${tags.Board}/${tags.Reserve}`];
  const same = digest === (await sha256(encoder.encode(text.replace(/\r\n/g, "\n").trim() + "\n")));
  found.push([same, say(same ? "digest" : "otherDigest")]);
  const name = ["mjdeal/1", tags.Event, tags.Session, tags.Board, tags.Reserve, tags.Value].join("|");
  const written = Object.fromEntries(tags.Wall.split(";").map((part) => part.split(":")));
  if (tags.Common) written.C = tags.Common;
  let wrong = 0;
  for (const [part, tiles] of dealt(await wallOf(seed, name, facts.tiles), facts)) {
    const sheet = tilesOf(written[part] ?? "");
    for (let at = 0; at < Math.max(tiles.length, sheet.length); at += 1) {
      if (tiles[at] === sheet[at]) continue;
      wrong += 1;
      found.push([false, say("tile", { part, at: at + 1, sheet: sheet[at] ?? "–", deal: tiles[at] ?? "–" })]);
    }
  }
  if (!wrong) found.push([true, say("tiles")]);
  return found;
}

const data = (id) => JSON.parse(document.getElementById(id).textContent);
const form = document.querySelector("form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { sheet, seed, value } = form.elements;
  const found = await judge(sheet.value, seed.value, value.value.trim(), data("facts"), data("texts"));
  const texts = data("texts");
  const stands = found.every(([passed]) => passed);
  document.getElementById("outcome").textContent = stands ? texts.stands : texts.doesNotStand;
  const lines = found.map(([passed, sentence]) => {
    const line = document.createElement("li");
    line.textContent = `${passed ? "✓" : "✗"} ${sentence}`;
    return line;
  });
  document.getElementById("lines").replaceChildren(...lines);
});

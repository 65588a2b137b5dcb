// Whoever follows a player of the event (a button on the player's page), or is signed in and plays, has that row of the
// standings marked, and its place and score at the lower edge of the window while the row itself is out of sight, also on
// another page of the list. Whom one follows stays on this device.

const live = document.querySelector("[data-follow]");
const key = `followed/${live.dataset.event}`;
let watcher;

function followed() {
  return localStorage.getItem(key) ?? live.dataset.own;
}

function button() {
  const press = live.querySelector("[data-follow-player]");
  if (!press) return;
  const own = press.dataset.followPlayer;
  press.setAttribute("aria-pressed", String(followed() === own));
  // One's own row is marked anyway, unless somebody else is followed.
  press.hidden = own === live.dataset.own && followed() === own;
}

function mark() {
  watcher?.disconnect();
  const pinned = live.querySelector("[data-own-row]");
  const row = document.getElementById(`player-${followed()}`);
  if (!pinned) return;
  if (!row) {
    pinOfOtherPage(pinned, followed());
    return;
  }
  row.classList.add("mark");
  pin(pinned, row, "");
  watcher = new IntersectionObserver(([entry]) => {
    pinned.hidden = entry.isIntersecting;
  });
  watcher.observe(row);
}

function pin(pinned, row, page) {
  const link = pinned.querySelector("a");
  link.href = `${page}#${row.id}`;
  const text = (part) => row.querySelector(part)?.textContent.trim() ?? "";
  const shown = [text(".place"), text("th a"), text("td.key")].map((words) => {
    const span = document.createElement("span");
    span.textContent = words;
    return span;
  });
  link.replaceChildren(...shown);
}

// A list in pages: the site knows which of them has the row.
async function pinOfOtherPage(pinned, player) {
  if (!player || !pinned.dataset.rowPage) return;
  try {
    const answer = await fetch(pinned.dataset.rowPage + player, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const row = page.getElementById(`player-${player}`);
    if (!row || player !== followed()) return;
    pin(pinned, row, answer.url);
    pinned.hidden = false;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // TypeError: the network is gone
  }
}

// A link to a row that another page of the list has.
function goToRow() {
  const player = location.hash.match(/^#player-(\d+)$/)?.[1];
  const pages = live.querySelector("[data-row-page]")?.dataset.rowPage;
  if (player && pages && !document.getElementById(`player-${player}`)) location.replace(pages + player);
}

live.addEventListener("click", (event) => {
  const press = event.target.closest("[data-follow-player]");
  if (!press) return;
  if (press.getAttribute("aria-pressed") === "true") localStorage.removeItem(key);
  else if (press.dataset.followPlayer === live.dataset.own) localStorage.removeItem(key);
  else localStorage.setItem(key, press.dataset.followPlayer);
  button();
});
live.addEventListener("htmx:afterSwap", () => {
  button();
  mark();
});
button();
mark();
goToRow();
addEventListener("hashchange", goToRow);

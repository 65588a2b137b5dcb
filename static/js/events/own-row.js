// Whoever follows a player of the event (a button on the player's page), or is signed in and plays, has that row of the
// standings marked, and its place and score at the lower edge of the window while the row itself is out of sight. Whom one
// follows stays on this device.

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
  const row = document.getElementById(`player-${followed()}`);
  const pinned = live.querySelector("[data-own-row]");
  if (!row || !pinned) return;
  row.classList.add("mark");
  const link = pinned.querySelector("a");
  link.href = `#${row.id}`;
  const text = (part) => row.querySelector(part)?.textContent.trim() ?? "";
  const shown = [text(".place"), text("th a"), text("td.key")].map((words) => {
    const span = document.createElement("span");
    span.textContent = words;
    return span;
  });
  link.replaceChildren(...shown);
  watcher = new IntersectionObserver(([entry]) => {
    pinned.hidden = entry.isIntersecting;
  });
  watcher.observe(row);
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

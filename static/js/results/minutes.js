// Minutes since the state of each table began. The page counts them itself, with its clock set right by the server's: a
// table is sent again only when it changes.

const EVERY_MS = 5_000;
let offset = null;

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function show() {
  if (offset === null) return;
  const now = Date.now() + offset;
  for (const element of document.querySelectorAll("[data-since]")) {
    const minutes = Math.max(0, Math.floor((now - Number(element.dataset.since)) / 60_000));
    const text = element.querySelector("span");
    if (!text) {
      write(element, String(minutes));
      continue;
    }
    const { longer } = element.dataset;
    const word = element.closest("[data-minutes-word]").dataset.minutesWord;
    element.dataset.minutes = `${minutes}′${longer ? ` +${longer}` : ""}`;
    write(text, [word.replace("#", minutes), ...(longer ? [`+${word.replace("#", longer)}`] : [])].join(" "));
  }
}

document.body.addEventListener("htmx:afterRequest", (event) => {
  const server = Date.parse(event.detail.xhr?.getResponseHeader("Date"));
  if (!Number.isNaN(server)) offset = server - Date.now();
  show();
});
setInterval(show, EVERY_MS);

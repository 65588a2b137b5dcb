// The rules page: a search among the patterns, one value alone. Where there is room all parts stand open; on a phone,
// and without scripts, each opens by its heading.

const finder = document.querySelector("[data-finder]");
const folds = document.querySelectorAll("[data-fold]");
const groups = document.querySelectorAll("[data-group]");
const room = window.matchMedia("(min-width: 48rem)");

function fold() {
  for (const part of folds) part.open = room.matches;
}

/** Show the patterns whose name has the text, and only the group with this address; "" shows all. */
function show(text, address) {
  const wanted = text.trim().toLocaleLowerCase();
  let any = false;
  for (const group of groups) {
    let some = false;
    for (const card of group.querySelectorAll("[data-pattern]")) {
      const names = `${card.querySelector("h4").textContent} ${card.querySelector(".names-other").textContent}`;
      card.hidden = !names.toLocaleLowerCase().includes(wanted);
      some ||= !card.hidden;
    }
    group.hidden = !some || (address !== "" && address !== `#${group.id}`);
    group.open = room.matches || wanted !== "" || address !== "";
    any ||= !group.hidden;
  }
  finder.querySelector("[data-none]").hidden = any;
  for (const link of finder.querySelectorAll("nav a")) {
    const chosen = address === "" ? "all" in link.dataset : link.hash === address;
    if (chosen) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** Open what an address leads to; a pattern that is filtered away is shown again. */
function follow() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest("[hidden]")) {
    search.value = "";
    show("", "");
  }
  for (let part = target.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  target.scrollIntoView();
}

const search = finder.querySelector("input");
for (const part of finder.querySelectorAll("[data-search], [data-all]")) part.hidden = false;
search.addEventListener("input", () => show(search.value, ""));
finder.querySelector("nav").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  search.value = "";
  show("", "all" in link.dataset ? "" : link.hash);
});
room.addEventListener("change", fold);
window.addEventListener("hashchange", follow);
window.addEventListener("beforeprint", () => {
  for (const part of folds) part.open = true;
});
fold();
show("", "");
follow();

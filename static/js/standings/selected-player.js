// On a wide screen the name of a player in the standings opens the results beside the table; elsewhere, and without this
// module, the link leads where it says.

const wide = window.matchMedia("(min-width: 56.25rem)");

const panel = () => document.getElementById("beside");

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-beside]");
  if (!link || !panel() || !wide.matches || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  choose(link.dataset.beside);
});

async function choose(number) {
  const address = new URL(location.href);
  address.hash = "";
  if (number) address.searchParams.set("player", number);
  else address.searchParams.delete("player");
  await window.htmx.ajax("GET", address.href, { target: panel(), select: "#beside > *", swap: "innerHTML" });
  history.replaceState(history.state, "", address);
  mark();
}

// The name whose results stand there; the page may bring its table anew.
function mark() {
  const number = new URL(location.href).searchParams.get("player");
  for (const link of document.querySelectorAll("td [data-beside], th [data-beside]")) {
    if (link.dataset.beside === number) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

document.addEventListener("htmx:afterSwap", mark);
mark();

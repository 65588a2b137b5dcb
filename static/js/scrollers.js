// A table wider than its place scrolls inside .table-wrap; only then it becomes a stop for the keyboard, named by its caption.

// A row of links wider than the phone shows the page that is open.

export function hookScrollers() {
  for (const current of document.querySelectorAll(".scroll-row [aria-current], .tabs [aria-current]")) {
    const row = current.closest("ul, .scroll-row");
    row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }
  const mark = (wrap) => {
    const scrolls = wrap.scrollWidth > wrap.clientWidth + 1;
    if (!scrolls) {
      if (wrap.dataset.scrolls) for (const name of ["tabindex", "role", "aria-label"]) wrap.removeAttribute(name);
      delete wrap.dataset.scrolls;
      return;
    }
    wrap.dataset.scrolls = "yes";
    wrap.tabIndex = 0;
    const caption = wrap.querySelector("caption")?.textContent.trim();
    if (caption) {
      wrap.setAttribute("role", "region");
      wrap.setAttribute("aria-label", caption);
    }
  };
  const watcher = new ResizeObserver((entries) => {
    for (const entry of entries) mark(entry.target.closest(".table-wrap"));
  });
  const watch = (root) => {
    for (const wrap of root.querySelectorAll(".table-wrap:not([role])")) {
      watcher.observe(wrap);
      // A font that arrives late widens the table, not its place.
      for (const table of wrap.children) watcher.observe(table);
    }
  };
  watch(document);
  document.body.addEventListener("htmx:afterSwap", (event) => watch(event.target.parentNode || document));
}

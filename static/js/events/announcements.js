// Announcements of the organiser can be dismissed on this device. They come with the page and, later, by themselves.

const key = (notice) => `dismissed/${notice.dataset.announcement}`;

function arrange() {
  for (const notice of document.querySelectorAll("[data-announcement]")) {
    notice.hidden = localStorage.getItem(key(notice)) !== null;
    notice.querySelector("[data-dismiss]").hidden = false;
  }
}

export function hookAnnouncements() {
  document.addEventListener("click", (event) => {
    const notice = event.target.closest("[data-dismiss]")?.closest("[data-announcement]");
    if (!notice) return;
    localStorage.setItem(key(notice), "");
    notice.hidden = true;
  });
  document.addEventListener("htmx:afterSwap", arrange);
  arrange();
}

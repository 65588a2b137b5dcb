// Buttons that share the page: the share sheet of a phone, else its address into the clipboard. An address of the hall is
// no secure context, where browsers have neither; there an older command copies from a field.

async function copy(address) {
  if (navigator.clipboard) return navigator.clipboard.writeText(address);
  const field = document.createElement("input");
  field.value = address;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (!copied) throw new Error("not copied");
}

async function share(button) {
  const url = button.dataset.share || location.href;
  const note = button.parentElement.querySelector("[data-shared]");
  try {
    if (navigator.share) await navigator.share({ title: document.title, url });
    else {
      await copy(url);
      note.textContent = note.dataset.shared;
    }
  } catch (error) {
    // Who closes the share sheet has changed their mind.
    if (error.name !== "AbortError") note.textContent = url;
  }
}

export function hookShare() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-share]");
    if (button) share(button);
  });
}

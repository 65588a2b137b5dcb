// Shows beside a form what it will publish, while it is filled in. A form names its preview by data-preview; the parts
// of that preview (data-of) take a text, a picture, a kind or a colour from its fields, or are shown for a ticked box.

const COLOUR = /^#?([0-9a-f]{6})$/i;

function read(form, name) {
  const field = [...form.elements].find((element) => element.name === name || element.name.endsWith(`-${name}`));
  if (!field) return "";
  if (field.type === "checkbox") return field.checked ? "on" : "";
  return field.value.trim();
}

function showPicture(image, field) {
  const file = field?.files?.[0];
  const stored = image.previousElementSibling;
  image.hidden = !file;
  if (stored) stored.hidden = Boolean(file);
  if (!file) return;
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    image.src = reader.result;
  });
  reader.readAsDataURL(file);
}

function show(form) {
  for (const part of document.querySelectorAll(`[data-of="${form.dataset.preview}"]`)) {
    const { shows, blank, shownFor, needs, kind, tint, pictured } = part.dataset;
    if (shows) part.textContent = read(form, shows) || blank || "";
    if (shownFor) part.hidden = !read(form, shownFor) || Boolean(needs && !read(form, needs));
    if (kind) {
      part.classList.toggle("warning", read(form, kind) === "important");
      part.classList.toggle("info", read(form, kind) !== "important");
    }
    if (tint) {
      const digits = COLOUR.exec(read(form, tint))?.[1];
      if (digits) part.style.setProperty("--accent", `#${digits}`);
      else part.style.removeProperty("--accent");
    }
    if (pictured) showPicture(part, form.elements[pictured]);
  }
}

for (const form of document.querySelectorAll("form[data-preview]")) {
  form.addEventListener("input", () => show(form));
  form.addEventListener("change", () => show(form));
  // A refused form comes back filled in.
  show(form);
}

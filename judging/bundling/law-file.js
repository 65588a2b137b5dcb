// The page of a law to take along: the address of the worker that the file carries, and the questions of the chosen kind.

const lawPlace = document.querySelector("[data-law-on-device]");
lawPlace.dataset.lawOnDevice = await carriedWorker();
const kinds = document.querySelector("[data-kinds]");

function openKind() {
  const kind = kinds.value;
  const form = document.querySelector("template[data-questionnaire-form]").content.firstElementChild.cloneNode(true);
  const sheet = document.querySelector(`template[data-questionnaire="${kind}"]`);
  form.querySelector("[data-place]").replaceWith(sheet.content.cloneNode(true));
  form.querySelector("[data-where]").textContent = sheet.dataset.title;
  form.querySelector("[data-device-back]").remove();
  form.dataset.names = lawPlace.dataset.names;
  lawPlace.dataset.kind = kind;
  document.getElementById("facts").replaceChildren(form);
  form.dispatchEvent(new CustomEvent("facts:begun", { bubbles: true }));
}

kinds.addEventListener("change", openKind);
openKind();

// <button data-confirm="Question?" data-confirm-action="Word"> asks in the page's dialog before its form is sent.

export function hookConfirm() {
  const dialog = document.getElementById("confirm-dialog");
  if (!dialog) return;
  const yes = dialog.querySelector("[data-confirm-yes]");
  const usual = yes.textContent;
  let waiting = null;
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-confirm]");
    if (!button || waiting === button) return;
    event.preventDefault();
    waiting = button;
    dialog.querySelector("p").textContent = button.dataset.confirm;
    yes.textContent = button.dataset.confirmAction || usual;
    dialog.returnValue = "no";
    dialog.showModal();
  });
  dialog.addEventListener("close", () => {
    const button = waiting;
    if (dialog.returnValue === "yes") button.click();
    waiting = null;
    button?.focus();
  });
}

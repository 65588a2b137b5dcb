// A photo of a sheet: made small on the phone before it is sent, so that the hall's network carries a tenth, and sent as
// soon as it was taken. Without this module it goes as it is, by the button.

const LONGEST = 2000;
const QUALITY = 0.8;

for (const form of document.querySelectorAll("form[data-photo]")) {
  const chosen = form.querySelector("input[type=file]");
  form.querySelector("button").hidden = true;
  chosen.addEventListener("change", async () => {
    if (!chosen.files.length) return;
    form.querySelector("[data-photo-status]").textContent = form.dataset.photoSending;
    await makeSmall(chosen);
    form.submit();
  });
}

// What the browser cannot read is sent as it is: the server says what is wrong with it.
async function makeSmall(chosen) {
  const picture = await createImageBitmap(chosen.files[0], { imageOrientation: "from-image" }).catch(() => null);
  if (!picture) return;
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const small = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  if (!small || small.size >= chosen.files[0].size) return;
  const files = new DataTransfer();
  files.items.add(new File([small], "sheet.jpg", { type: "image/jpeg" }));
  chosen.files = files.files;
}

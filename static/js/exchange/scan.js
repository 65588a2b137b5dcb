// <div data-scan="field" hidden> with a button, a video and a note: the camera reads a QR code into the field with that
// id. It stays hidden in browsers that read no QR codes; there the link is pasted.

const PAUSE = 200;

async function scan(area, field) {
  const [button, video, note] = ["button", "video", "[data-scan-note]"].map((part) => area.querySelector(part));
  const detector = new globalThis.BarcodeDetector({ formats: ["qr_code"] });
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  } catch {
    note.textContent = note.dataset.scanNote;
    return;
  }
  button.hidden = true;
  note.textContent = "";
  video.hidden = false;
  video.srcObject = stream;
  await video.play();
  let codes = [];
  while (codes.length === 0 && stream.active) {
    codes = await detector.detect(video).catch(() => []);
    if (codes.length === 0) await new Promise((resume) => setTimeout(resume, PAUSE));
  }
  for (const track of stream.getTracks()) track.stop();
  video.hidden = true;
  button.hidden = false;
  if (codes.length === 0) return;
  field.value = codes[0].rawValue;
  field.focus();
}

async function hookScan(area) {
  const formats = await globalThis.BarcodeDetector?.getSupportedFormats();
  if (!formats?.includes("qr_code") || !navigator.mediaDevices) return;
  area.hidden = false;
  const field = document.getElementById(area.dataset.scan);
  area.querySelector("button").addEventListener("click", () => scan(area, field));
}

for (const area of document.querySelectorAll("[data-scan]")) hookScan(area);

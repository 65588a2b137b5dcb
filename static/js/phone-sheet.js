// The sheet on a player's phone: what is missing, the sum, and the places, while the points are typed. Without this
// module the server says the same after Save.

for (const form of document.querySelectorAll("form[data-phone-sheet]")) start(form);

function start(form) {
  const inputs = [...form.querySelectorAll("input[data-points]")];
  const seats = inputs.filter((input) => /points_\d$/.test(input.name));
  const status = form.querySelector("[data-sum]");

  function number(text) {
    const plain = text
      .replace(/[\s,’']/g, "")
      .replace(/[−–]/g, "-")
      .replace(/^\+/, "");
    return /^-?\d+$/.test(plain) ? Number(plain) : null;
  }

  function show() {
    const points = seats.map((input) => number(input.value));
    const empty = points.filter((value) => value === null).length;
    if (empty === seats.length) {
      status.textContent = "";
      return;
    }
    if (empty) {
      status.textContent = form.dataset.missing.replace("#", empty);
      return;
    }
    const rest = inputs.filter((input) => !seats.includes(input));
    const all = [...points, ...rest.map((input) => number(input.value) ?? 0)];
    const off = all.reduce((sum, value) => sum + value, 0) - Number(form.dataset.start) * seats.length;
    const words = off === 0 ? form.dataset.right : off < 0 ? form.dataset.short : form.dataset.over;
    const places = points.map((value) => 1 + points.filter((other) => other > value).length).join(" · ");
    status.textContent = `${words.replace("#", Math.abs(off).toLocaleString())} (${places})`;
  }

  form.addEventListener("input", show);
  show();
}

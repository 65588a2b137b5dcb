// Kongs and events by tapping: a text area with data-lines gets a panel of buttons that writes its lines, and a list of
// them in words, each with a button that takes it out. Without this script the text area itself is filled in.

const SEATS = "ABCD";
const CLAIMS = ["chow", "pung", "kong"];
const panels = () => document.getElementById("told-lines");

// The lines as the fields of the server read them.
const WRITE = {
  kongs: (said) => {
    const fed = said.kind === "direct" ? ` ${Number(said.from) + 1}` : "";
    const out = said.out.map((seat) => Number(seat) + 1).join(" ");
    return `${Number(said.who) + 1} ${said.kind}${fed}${out ? ` / ${out}` : ""}`;
  },
  events: (said) => {
    const own = said.what === "chow" ? ` with ${said.own}` : "";
    const from = CLAIMS.includes(said.what) ? ` from ${SEATS[said.from]}` : "";
    return `${SEATS[said.who]} ${said.what} ${said.tile || "?"}${own}${from}`;
  },
};

// The parts that are missing before a line can be written.
const LACKS = {
  kongs: (said) => !said.who || !said.kind || (said.kind === "direct" && (!said.from || said.from === said.who)),
  events: (said) =>
    !said.who ||
    !said.what ||
    (CLAIMS.includes(said.what) && (!said.tile || !said.from || said.from === said.who)) ||
    (said.what === "chow" && !said.own),
};

function said(panel) {
  const value = (part) =>
    panel.querySelector(`[data-part="${part}"]:checked, input[data-part="${part}"]:not([type=radio])`);
  const all = [...panel.querySelectorAll('[data-part="out"]:checked')].map((box) => box.value);
  const read = (part) => value(part)?.value.trim() ?? "";
  return {
    who: read("who"),
    kind: read("kind"),
    what: read("what"),
    tile: read("tile"),
    own: read("own"),
    from: read("from"),
    out: all,
  };
}

function equip(area) {
  const kind = area.dataset.lines;
  const template = panels()?.content.querySelector(`[data-panel="${kind}"]`);
  if (!template || area.dataset.told) return;
  area.dataset.told = "yes";
  const panel = template.cloneNode(true);
  const unique = area.id;
  for (const control of panel.querySelectorAll("[data-part]")) {
    // The names only keep the radio buttons together; the form is not to send them.
    control.setAttribute("form", `${unique}-told`);
    if (control.type === "radio") control.name = `${unique}-${control.dataset.part}`;
  }
  area.hidden = true;
  // Hide the syntax help; buttons write the lines.
  for (const id of (area.getAttribute("aria-describedby") ?? "").split(" ")) {
    if (id.endsWith("_helptext")) document.getElementById(id)?.setAttribute("hidden", "");
  }
  area.insertAdjacentElement("afterend", panel);
  document.body.dispatchEvent(new Event("tiles:added"));
  const add = panel.querySelector("[data-add]");
  const settle = () => {
    const now = said(panel);
    add.disabled = LACKS[kind](now);
    for (const part of panel.querySelectorAll("[data-when]")) {
      part.hidden = !part.dataset.when.split(" ").includes(now.kind || now.what);
    }
  };
  const lines = () => area.value.split("\n").filter((line) => line.trim());
  const keep = (list) => {
    area.value = list.join("\n");
    area.dispatchEvent(new Event("change", { bubbles: true }));
    show();
  };
  const show = () => {
    const list = panel.querySelector("[data-told]");
    list.replaceChildren(
      ...lines().map((line, at) => {
        const item = document.createElement("li");
        const remove = panel.querySelector("[data-remove]").content.firstElementChild.cloneNode(true);
        remove.setAttribute("aria-label", `${remove.textContent.trim()}: ${line}`);
        remove.addEventListener("click", () => keep(lines().filter((_line, place) => place !== at)));
        item.append(inWords(panel, line), " ", remove);
        return item;
      }),
    );
  };
  panel.addEventListener("input", (event) => event.stopPropagation());
  panel.addEventListener("change", (event) => {
    event.stopPropagation();
    settle();
  });
  add.addEventListener("click", () => {
    keep([...lines(), WRITE[kind](said(panel))]);
    for (const control of panel.querySelectorAll("[data-part]")) {
      if (["radio", "checkbox"].includes(control.type)) control.checked = false;
      else control.value = "";
    }
    settle();
  });
  settle();
  show();
}

// A line with the players' names and the words of the panel in place of its codes.
function inWords(panel, line) {
  const label = (part, value) =>
    panel.querySelector(`[data-part="${part}"][value="${value}"]`)?.closest("label").textContent.trim() ?? value;
  const text = document.createElement("span");
  const words = line.split(" ");
  const seat = (word) => (SEATS.includes(word) ? label("who", SEATS.indexOf(word)) : label("who", Number(word) - 1));
  const shown = words.map((word, at) => {
    if (at === 0) return seat(word);
    if (at === 1) return label(panel.dataset.panel === "kongs" ? "kind" : "what", word);
    if (word === "from" || word === "with") return "·";
    if (/^[A-D]$/.test(word) || (panel.dataset.panel === "kongs" && /^[1-4]$/.test(word))) return seat(word);
    return word;
  });
  text.textContent = shown.join(" ");
  return text;
}

function equipAll() {
  for (const area of document.querySelectorAll("textarea[data-lines]")) equip(area);
}

equipAll();
document.body.addEventListener("htmx:afterSettle", equipAll);
document.body.addEventListener("facts:begun", equipAll);

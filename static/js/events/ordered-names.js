// A field of names in order, with semicolons between, becomes a list: each name goes up, down or away by a button, and others
// are added from a menu. The field itself is sent, and stands there without scripts.

const names = (text) =>
  text
    .split(/[;；]/)
    .map((name) => name.trim())
    .filter(Boolean);

class OrderedNames {
  constructor(field) {
    this.field = field;
    this.known = names(field.dataset.ordered);
    this.list = document.createElement("ol");
    this.list.className = "ordered-names";
    this.list.setAttribute("aria-labelledby", this.labelled());
    this.more = document.createElement("select");
    this.more.setAttribute("aria-label", field.dataset.add);
    this.more.addEventListener("change", () => this.put([...this.chosen, this.more.value]));
    this.list.addEventListener("click", (event) => this.press(event.target.closest("button")));
    field.after(this.list, this.more);
    field.hidden = true;
    document.getElementById(`${field.id}_helptext`)?.setAttribute("hidden", "");
    this.draw();
  }

  get chosen() {
    return names(this.field.value);
  }

  labelled() {
    const label = document.querySelector(`label[for="${this.field.id}"]`);
    label.id ||= `${this.field.id}_label`;
    return label.id;
  }

  put(chosen) {
    this.field.value = chosen.join("; ");
    this.field.dispatchEvent(new Event("change", { bubbles: true }));
    this.draw();
  }

  press(button) {
    if (!button) return;
    const [at, what] = [Number(button.dataset.at), button.dataset.do];
    const chosen = this.chosen;
    const [name] = chosen.splice(at, 1);
    const to = { up: at - 1, down: at + 1, remove: at }[what];
    if (what !== "remove") chosen.splice(to, 0, name);
    this.put(chosen);
    // The pressed button keeps the focus where its name went.
    const next = this.list.querySelector(`[data-at="${to}"][data-do="${what}"]:not(:disabled)`);
    (next ?? this.list.querySelector(`[data-at="${to}"]:not(:disabled)`) ?? this.more).focus();
  }

  button(at, what, sign, name, off) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "button small";
    made.dataset.at = at;
    made.dataset.do = what;
    made.textContent = sign;
    made.disabled = off;
    made.setAttribute("aria-label", this.field.dataset[what].replaceAll("%(name)s", name));
    return made;
  }

  draw() {
    const chosen = this.chosen;
    const rows = chosen.map((name, at) => {
      const row = document.createElement("li");
      const words = document.createElement("span");
      words.textContent = name;
      row.append(
        words,
        this.button(at, "up", "↑", name, at === 0),
        this.button(at, "down", "↓", name, at === chosen.length - 1),
        this.button(at, "remove", "×", name, false),
      );
      return row;
    });
    this.list.replaceChildren(...rows);
    const free = this.known.filter((name) => !chosen.includes(name));
    this.more.replaceChildren(new Option(this.field.dataset.add, ""), ...free.map((name) => new Option(name)));
  }
}

for (const field of document.querySelectorAll("[data-ordered]")) new OrderedNames(field);

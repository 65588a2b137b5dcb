// Kongs of a hand, chosen by tapping: who made it, its kind, and from whom. The field keeps the short notation ("Ec SdW",
// a slash for a win before the next kong), which is typed where this module is missing.

const LETTERS = "ESWN";
const CLAIMED = "d";
const WIN = "/";

for (const field of document.querySelectorAll("input[data-kongs]")) start(field, JSON.parse(field.dataset.kongs));

function start(field, words) {
  const box = document.createElement("div");
  box.className = "kongs";
  field.after(box);
  field.hidden = true;
  const typed = () => field.value.replaceAll(WIN, ` ${WIN} `).split(/\s+/).filter(Boolean);
  let made = null; // the kong being chosen: seat and kind, as far as they are known

  const name = (letter) => words.seats[LETTERS.indexOf(letter)] ?? letter;
  const told = (kong) =>
    kong === WIN
      ? words.win
      : [name(kong[0]), words.kinds[kong[1]], ...(kong[2] ? [`← ${name(kong[2])}`] : [])].join(" · ");

  function button(text, act, className = "button small") {
    const one = document.createElement("button");
    Object.assign(one, { type: "button", className, textContent: text });
    one.addEventListener("click", act);
    return one;
  }

  function write(kongs) {
    field.value = kongs.join(" ");
    made = null;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    show(true);
  }

  function listed(kong, at) {
    const item = document.createElement("li");
    const remove = button("✕", () => write(typed().filter((_, other) => other !== at)));
    remove.setAttribute("aria-label", `${words.remove}: ${told(kong)}`);
    item.append(told(kong), " ", remove);
    return item;
  }

  function step(question, choices) {
    const group = document.createElement("div");
    group.className = "tap";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", question);
    const asked = document.createElement("p");
    asked.textContent = question;
    group.append(...choices);
    return [asked, group];
  }

  const seats = (act, without = "") =>
    [...LETTERS.slice(0, words.seats.length)]
      .filter((letter) => letter !== without)
      .map((letter) => button(name(letter), () => act(letter), "button"));

  const add = (kong) => write([...typed(), kong]);

  function steps() {
    const then = (kong) => {
      made = kong;
      show(true);
    };
    if (made === null) {
      const more = [button(words.add, () => then(""))];
      if (typed().length) more.push(button(words.win, () => add(WIN)));
      return more;
    }
    if (!made) return step(words.who, seats(then));
    if (made.length === 2)
      return step(
        words.from,
        seats((letter) => add(made + letter), made[0]),
      );
    const kinds = Object.entries(words.kinds).map(([letter, kind]) =>
      button(kind, () => (letter === CLAIMED ? then(made + letter) : add(made + letter)), "button"),
    );
    return step(name(made[0]), kinds);
  }

  function show(focus = false) {
    const list = document.createElement("ul");
    list.className = "plain";
    list.append(...typed().map(listed));
    const next = steps();
    box.replaceChildren(...(list.children.length ? [list] : []), ...next);
    if (focus) (next.at(-1).querySelector("button") ?? next[0]).focus();
  }

  show();
}

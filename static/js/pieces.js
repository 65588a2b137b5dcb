// Pieces of a page that lie in its templates until a script needs them: `data-part` names a template, `data-slot` a place in it.

const template = (name) => document.querySelector(`template[data-part="${name}"]`).content;

// The template's first element with its slots filled; a slot that gets nothing goes.
export const piece = (name, slots = {}) => pieces(name, slots)[0];

// All elements of the template. Elements with `data-when` stay only where that slot, or that word of `slots`, has something.
export function pieces(name, slots = {}) {
  const copy = template(name).cloneNode(true);
  for (const element of copy.querySelectorAll("[data-when]")) {
    if (!has(slots[element.dataset.when])) element.remove();
  }
  for (const [slot, content] of Object.entries(slots)) {
    for (const element of copy.querySelectorAll(`[data-slot="${slot}"]`)) {
      if (has(content)) element.replaceChildren(...[content].flat());
      else element.remove();
    }
  }
  return [...copy.children];
}

const has = (content) => Boolean(Array.isArray(content) ? content.length : content);

// The text in place of its mark, ⟦name⟧, in texts and in the address of a label.
export function filled(root, name, text) {
  const mark = `⟦${name}⟧`;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replace(mark, () => text);
  for (const label of [root, ...root.querySelectorAll("label")]) {
    if (label.htmlFor === mark) label.htmlFor = text;
  }
  return root;
}

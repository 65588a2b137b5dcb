// Dragging one thing onto another, with the mouse, a pen, or a finger that rests on it for a moment first.

const AWAY = 8; // px: less is a click
const REST = 350; // ms: less is a swipe that scrolls
const EDGE = 60; // px from the window's edge where the page begins to move
const STEP = 12; // px a frame

/** Drags what matches `held` onto what matches `onto` and calls `dropped(held, onto)`. `name` is what the held one is
 * called under the finger; `bar` covers the window's bottom; `wide` is what scrolls sideways, where something does. */
export function hookDrag({ held, onto, name, bar = "", wide = "", dropped }) {
  let from = null;
  let ghost = null;
  let start = null;
  let rest = null;
  let at = null;
  let swallow = false;

  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(onto);
  const mark = (target) => {
    for (const other of document.querySelectorAll(".over")) if (other !== target) other.classList.remove("over");
    if (target && target !== from) target.classList.add("over");
  };

  function lift(event) {
    ghost = document.createElement("div");
    ghost.className = "drag-ghost";
    ghost.textContent = name(from);
    document.body.append(ghost);
    move(event);
    requestAnimationFrame(scroll);
  }

  function move(event) {
    at = event;
    ghost.style.transform = `translate(${event.clientX + 12}px, ${event.clientY - 44}px)`;
    mark(under(event));
  }

  /* A finger that rests at the edge keeps the page moving, so that the last place can be reached from the first. */
  function scroll() {
    if (!ghost) return;
    const bottom = (bar && document.querySelector(bar)?.getBoundingClientRect().top) || window.innerHeight;
    const edge = Math.min(bottom, window.innerHeight);
    const places = document.querySelectorAll(onto);
    // No farther than the places go.
    const above = places[0].getBoundingClientRect().top < EDGE;
    const below = places[places.length - 1].getBoundingClientRect().bottom > edge - EDGE;
    const by = at.clientY < EDGE && above ? -STEP : at.clientY > edge - EDGE / 2 && below ? STEP : 0;
    if (by) window.scrollBy(0, by);
    const aside = wide && sideways(document.querySelector(wide));
    if (by || aside) mark(under(at));
    requestAnimationFrame(scroll);
  }

  function sideways(scroller) {
    const box = scroller.getBoundingClientRect();
    const by = at.clientX < box.left + EDGE / 2 ? -STEP : at.clientX > box.right - EDGE / 2 ? STEP : 0;
    if (by) scroller.scrollLeft += by;
    return by;
  }

  function end() {
    clearTimeout(rest);
    ghost?.remove();
    mark(null);
    from = ghost = start = rest = at = null;
  }

  document.addEventListener("pointerdown", (event) => {
    const found = event.target.closest?.(held);
    swallow = false;
    if (!found || event.button !== 0) return;
    from = found;
    start = event;
    if (event.pointerType === "touch") rest = setTimeout(() => lift(event), REST);
  });
  document.addEventListener("pointermove", (event) => {
    if (!from) return;
    if (ghost) return move(event);
    const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > AWAY;
    if (far && event.pointerType === "touch") end();
    else if (far) lift(event);
  });
  document.addEventListener("pointerup", (event) => {
    const target = ghost && under(event);
    const one = from;
    swallow = Boolean(ghost);
    end();
    if (target && target !== one) dropped(one, target);
  });
  document.addEventListener("pointercancel", end);
  document.addEventListener(
    "touchmove",
    (event) => {
      if (ghost) event.preventDefault();
    },
    { passive: false },
  );
  document.addEventListener("contextmenu", (event) => {
    if (ghost) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && ghost) end();
  });
  // The click that ends a drag picks nothing up.
  document.addEventListener(
    "click",
    (event) => {
      if (!swallow) return;
      swallow = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}

// Dragging one chair onto another, with the mouse, a pen, or a finger that rests on a chair for a moment first.

const AWAY = 8; // px: less is a click
const REST = 350; // ms: less is a swipe that scrolls
const EDGE = 60; // px from the window's edge where the page begins to move
const STEP = 12; // px a frame

export function hookDrag(dropped) {
  let from = null;
  let ghost = null;
  let start = null;
  let rest = null;
  let at = null;
  let swallow = false;

  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-seat]:enabled");
  const mark = (seat) => {
    for (const other of document.querySelectorAll(".swap-seat.over"))
      if (other !== seat) other.classList.remove("over");
    if (seat && seat !== from) seat.classList.add("over");
  };

  function lift(event) {
    ghost = document.createElement("div");
    ghost.className = "swap-ghost";
    ghost.textContent = from.querySelector(".swap-name").firstChild.textContent.trim();
    document.body.append(ghost);
    move(event);
    requestAnimationFrame(scroll);
  }

  function move(event) {
    at = event;
    ghost.style.transform = `translate(${event.clientX + 12}px, ${event.clientY - 44}px)`;
    mark(under(event));
  }

  /* A finger that rests at the edge keeps the page moving, so that the last table can be reached from the first. */
  function scroll() {
    if (!ghost) return;
    const bottom = document.querySelector(".swap-bar")?.getBoundingClientRect().top ?? window.innerHeight;
    const edge = Math.min(bottom, window.innerHeight);
    const chairs = document.querySelectorAll(".swap-seat");
    // No farther than the chairs go.
    const above = chairs[0].getBoundingClientRect().top < EDGE;
    const below = chairs[chairs.length - 1].getBoundingClientRect().bottom > edge - EDGE;
    const by = at.clientY < EDGE && above ? -STEP : at.clientY > edge - EDGE / 2 && below ? STEP : 0;
    if (by) {
      window.scrollBy(0, by);
      mark(under(at));
    }
    requestAnimationFrame(scroll);
  }

  function end() {
    clearTimeout(rest);
    ghost?.remove();
    mark(null);
    from = ghost = start = rest = at = null;
  }

  document.addEventListener("pointerdown", (event) => {
    const seat = event.target.closest?.("[data-seat]:enabled");
    swallow = false;
    if (!seat || event.button !== 0) return;
    from = seat;
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
    const held = from;
    swallow = Boolean(ghost);
    end();
    if (target && target !== held) dropped(held, target);
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
  // The click that ends a drag is no choice of a player.
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

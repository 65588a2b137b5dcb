// <details data-menu> closes on Escape, on a click elsewhere and when another opens; the theme buttons show the choice in force.

export function hookMenus() {
  const menus = () => document.querySelectorAll("details[data-menu][open]");
  document.addEventListener("click", (event) => {
    for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus()) {
      const inside = menu.contains(document.activeElement);
      menu.open = false;
      if (inside) menu.querySelector("summary").focus();
    }
  });
  document.addEventListener("focusin", (event) => {
    for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
  });
  const themeMenu = document.querySelector("[data-theme-menu]");
  if (!themeMenu) return;
  const buttons = themeMenu.querySelectorAll("[data-theme-choice]");
  const show = () => {
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === globalThis.mahjongTheme.read()));
    }
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      globalThis.mahjongTheme.choose(button.dataset.themeChoice);
      show();
      const menu = themeMenu.closest("details");
      menu.open = false;
      menu.querySelector("summary").focus();
    });
  }
  show();
  themeMenu.hidden = false;
}

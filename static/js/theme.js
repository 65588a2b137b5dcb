// Runs before the page is painted (a plain script in <head>): the visitor's choice of light or dark, "auto" = as the system.
(() => {
  "use strict";
  const KEY = "mahjong-director-theme";
  const read = () => {
    try {
      return localStorage.getItem(KEY) || "auto";
    } catch {
      return "auto"; // storage can be forbidden; the system's choice then holds
    }
  };
  const apply = (choice) => {
    if (choice === "light" || choice === "dark") document.documentElement.dataset.theme = choice;
    else delete document.documentElement.dataset.theme;
  };
  apply(read());
  globalThis.mahjongTheme = {
    read,
    choose(choice) {
      try {
        localStorage.setItem(KEY, choice);
      } catch {
        // the choice then lasts for this page only
      }
      apply(choice);
    },
  };
  addEventListener("storage", (event) => event.key === KEY && apply(read()));
})();

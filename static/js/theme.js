// Runs before the page is painted (a plain script in <head>, behind the sheet it governs): the visitor's choice of light
// or dark, "auto" = as the system. The choice is the medium of dark.css.
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
  const sheets = document.querySelectorAll("#dark-colours, #dark-event-colours");
  const media = { auto: sheets[0].media, light: "not all", dark: "screen" };
  const apply = (choice) => {
    for (const sheet of sheets) sheet.media = media[choice] ?? media.auto;
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

// Light or dark: as the system has it, until somebody chooses.

import { byId } from "./dom.js";

const key = "splash theme";

export function followTheme() {
  const root = document.documentElement;
  try {
    const chosen = localStorage.getItem(key);
    if (chosen) root.dataset.theme = chosen;
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  byId("theme").onclick = () => {
    const isDark = getComputedStyle(root).colorScheme === "dark";
    root.dataset.theme = isDark ? "light" : "dark";
    try {
      localStorage.setItem(key, root.dataset.theme);
    } catch {
      // As above.
    }
  };
}

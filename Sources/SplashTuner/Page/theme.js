// The light or dark theme: that of the system, until the user chooses one. Not a module, so that it runs before the page
// is drawn.

{
  const key = "splash theme";
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  try {
    chosen = localStorage.getItem(key);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  const show = () => { root.dataset.theme = chosen ?? (system.matches ? "dark" : "light"); };
  show();
  system.addEventListener("change", show);
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme").onclick = () => {
      chosen = root.dataset.theme === "dark" ? "light" : "dark";
      show();
      try {
        localStorage.setItem(key, chosen);
      } catch {
        // Likewise.
      }
    };
  });
}

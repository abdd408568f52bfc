// Dark or light: as the system has it, until the visitor chooses otherwise for this screen. Runs before the
// page is painted, so that it never flashes.

(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = document.getElementById("dark"); // the style sheet
  let chosen = remembered();

  function remembered() {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  }

  // What the board's configuration has for all its screens; then the system's.
  const usual = () => (document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : system.matches);
  const isDark = () => (chosen === null ? usual() : chosen === "dark");

  function show() {
    dark.media = isDark() ? "all" : "not all";
    document.getElementById("theme")?.setAttribute("aria-pressed", String(isDark()));
  }

  /** Choosing what the system has anyway is following it again. */
  function turn() {
    const wanted = isDark() ? "light" : "dark";
    chosen = (wanted === "dark") === usual() ? null : wanted;
    try {
      if (chosen === null) localStorage.removeItem("theme");
      else localStorage.setItem("theme", chosen);
    } catch {
      // A browser without storage forgets the choice; nothing else is lost.
    }
    show();
  }

  show();
  system.addEventListener("change", show);
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", turn);
    show();
  });
})();

(function () {
  var html = document.documentElement;
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      // A browser without storage follows the system.
      return null;
    }
  }
  var mode = stored("balcao-mode");
  var dark = mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  html.setAttribute("data-theme", dark ? "dark" : "light");

  // The places of bar, navigation and list, drawn by theme/frame.css until the page itself is.
  if (!stored("token")) return;
  var inbox = /^\/tickets(\/|$)/i.test(location.pathname);
  var nav = stored(inbox ? "balcao-drawer-tickets" : "balcao-drawer");
  var full = nav === "full" || (!inbox && nav !== "rail" && matchMedia("(min-width: 1280px)").matches);
  html.setAttribute("data-frame", !inbox ? "page" : /^\/tickets\/\d/i.test(location.pathname) ? "conversation" : "list");
  html.setAttribute("data-frame-nav", full ? "full" : "rail");
  var width = Number(stored("balcao-list-width"));
  if (width) html.style.setProperty("--frame-list", width + "px");
})();

(function () {
  var mode = null;
  try {
    mode = localStorage.getItem("balcao-mode");
  } catch {
    /* a browser without storage follows the system */
  }
  var dark = mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-theme", dark ? "dark" : "light");
})();

/* Tells people of a browser that is too old, instead of a white page. ES5 only; browserslist in package.json has the versions. */
(function () {
  var words = {
    pt: "Este navegador é antigo demais. Atualize-o ou use Chrome 109, Firefox 115, Safari 16.4 ou mais novo.",
    en: "This browser is too old. Update it or use Chrome 109, Firefox 115, Safari 16.4 or newer.",
    es: "Este navegador es demasiado antiguo. Actualícelo o use Chrome 109, Firefox 115, Safari 16.4 o posterior.",
  };
  function isSupported() {
    try {
      new RegExp("(?<=a)b");
    } catch (error) {
      return !error;
    }
    return !![].findLast && !!Object.hasOwn && typeof AbortSignal === "function" && !!AbortSignal.timeout;
  }
  function show() {
    var text = document.createElement("p");
    text.setAttribute("role", "alert");
    text.style.cssText = "padding:20vh 24px;font:18px sans-serif;text-align:center";
    text.textContent = words[(navigator.language || "").slice(0, 2)] || words.en;
    document.body.innerHTML = "";
    document.body.appendChild(text);
  }
  if (!isSupported()) document.addEventListener("DOMContentLoaded", show);
})();

/*
 * Says in a sentence that a browser is too old, instead of a white page. Any browser can read this file: ES5 only. The interfaces are
 * those that the oldest supported versions have (browserslist in package.json) and that the versions before them lack.
 */
(function () {
  var words = {
    pt: "Este navegador é antigo demais para o Balcão. Atualize-o, ou use Chrome 109, Firefox 115, Safari 16.4 ou mais novo.",
    en: "This browser is too old for Balcão. Update it, or use Chrome 109, Firefox 115, Safari 16.4 or newer.",
    es: "Este navegador es demasiado antiguo para Balcão. Actualícelo, o use Chrome 109, Firefox 115, Safari 16.4 o posterior.",
  };
  function isSupported() {
    try {
      new RegExp("(?<=a)b");
    } catch (error) {
      return !error;
    }
    return (
      typeof Array.prototype.findLast === "function" &&
      typeof Object.hasOwn === "function" &&
      typeof AbortSignal === "function" &&
      typeof AbortSignal.timeout === "function"
    );
  }
  function show() {
    var language = (navigator.language || "").slice(0, 2);
    var text = document.createElement("p");
    text.setAttribute("role", "alert");
    text.style.cssText = "max-width:32rem;margin:20vh auto 0;padding:24px;font:18px sans-serif;text-align:center";
    text.appendChild(document.createTextNode(words[language] || words.en));
    document.body.innerHTML = "";
    document.body.appendChild(text);
  }
  if (!isSupported()) document.addEventListener("DOMContentLoaded", show);
})();

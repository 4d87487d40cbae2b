(function () {
  var oldest = "Chrome 109, Firefox 115, Safari 16.4";
  var sentences = {
    pt: "Este navegador é antigo demais. Atualize-o ou use " + oldest + " ou mais novo.",
    en: "This browser is too old. Update it or use " + oldest + " or newer.",
    es: "Este navegador es demasiado antiguo. Actualícelo o use " + oldest + " o posterior.",
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
    var words = sentences[(navigator.language || "").slice(0, 2)] || sentences.en;
    document.body.innerHTML = '<p role="alert">' + words;
    document.body.style.cssText = "padding:20vh 24px;font:18px sans-serif;text-align:center";
  }
  if (!isSupported()) document.addEventListener("DOMContentLoaded", show);
})();

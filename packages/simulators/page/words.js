import { LANGUAGES, PREFERRED, TEXTS } from "./texts.js";

const LOCALES = { pt: "pt-BR", en: "en-GB", es: "es" };
const STORED = "language";

const known = (name) => name !== null && Object.hasOwn(LANGUAGES, name);
const stored = localStorage.getItem(STORED);
/** What the person has chosen, else the browser's language. */
let language = known(stored) ? stored : PREFERRED;

/** The language of the page: `pt`, `en` or `es`. */
export const currentLanguage = () => language;

/** The tag of the language for dates and numbers. */
export const locale = () => LOCALES[language];

/** The languages by their own names, as pairs. */
export const languages = () => Object.entries(LANGUAGES);

/** Chooses a language, also for the next visit. */
export function chooseLanguage(name) {
  if (!known(name)) return;
  language = name;
  localStorage.setItem(STORED, name);
}

/** A text in the page's language, with its `{placeholders}` filled in. */
export function t(key, values = {}) {
  return TEXTS[language][key].replace(/\{(\w+)\}/g, (_whole, name) => String(values[name]));
}

/** Whether there is such a text. */
export const hasText = (key) => Object.hasOwn(TEXTS[language], key);

const ATTRIBUTES = [
  ["label", "aria-label"],
  ["placeholder", "placeholder"],
];

/** Writes the texts of the fixed parts of the page, which name them in `data-text`, `data-label` and `data-placeholder`. */
export function writeFixedTexts() {
  document.documentElement.lang = locale();
  document.title = `${t("title")} · Balcão`;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const [name, attribute] of ATTRIBUTES)
    for (const element of document.querySelectorAll(`[data-${name}]`)) element.setAttribute(attribute, t(element.dataset[name]));
}

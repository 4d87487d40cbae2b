import { en } from "./en.js";
import { es } from "./es.js";
import { pt, type PhoneTexts } from "./pt.js";

export type { TextKey } from "./pt.js";

/** The languages of the page by their own names. */
export const LANGUAGES = { pt: "Português", en: "English", es: "Español" } as const;

export type Language = keyof typeof LANGUAGES;

/** Every word of the page; a text that a language lacks does not compile. */
export const TEXTS: Readonly<Record<Language, PhoneTexts>> = { pt, en, es };

const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);

/** The first of a browser's languages that the page has, in the order of its header; else Portuguese. */
export function toLanguage(acceptLanguage: string | undefined): Language {
  const tags = (acceptLanguage ?? "").split(",").map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return tags.find(isLanguage) ?? "pt";
}

/** The texts as a module for the page, with the language of a browser that has chosen none. */
export function toTextsModule(preferred: Language): string {
  const values = { LANGUAGES, TEXTS, PREFERRED: preferred };
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join("");
}

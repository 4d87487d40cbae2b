import { readStored } from "../lib/storage";

/** The languages of the interface, by their own names (I18N-001). */
export const LANGUAGES = { pt: "Português", en: "English", es: "Español" } as const;
export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_STORAGE_KEY = "balcao-language";

const toLanguage = (tag: string): Language | undefined => {
  const short = tag.slice(0, 2).toLowerCase();
  return short === "pt" || short === "en" || short === "es" ? short : undefined;
};

/**
 * The stored choice, else the browser's language when it is one of ours, else English (D-245,
 * I18N-002).
 */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): Language {
  const known = stored === null ? undefined : toLanguage(stored);
  if (known) return known;
  for (const tag of preferred) {
    const language = toLanguage(tag);
    if (language) return language;
  }
  return "en";
}

export function currentChoice(): Language {
  return chooseLanguage(readStored(LANGUAGE_STORAGE_KEY), navigator.languages);
}

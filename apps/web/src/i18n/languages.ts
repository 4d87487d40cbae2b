import { readStored } from "../lib/storage";

/** The languages of the interface, by their own names (I18N-001). */
export const LANGUAGES = { pt: "Português", en: "English", es: "Español" } as const;
export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_STORAGE_KEY = "balcao-language";

const toLanguage = (tag: string): Language | undefined => {
  const short = tag.slice(0, 2).toLowerCase();
  return short === "pt" || short === "en" || short === "es" ? short : undefined;
};

/** The company's language when it was last read, so that only the first visit waits for it; `browser` where it has none. */
export const COMPANY_LANGUAGE_KEY = "balcao-company-language";

interface KnownLanguages {
  /** What the person chose; null for nobody's choice. */
  readonly stored: string | null;
  /** The company's default (setting defaultLanguage); null while it is not known. */
  readonly company: string | null;
  readonly preferred: readonly string[];
}

/**
 * The stored choice, else the company's default, else the browser's language when it is one of ours,
 * else English (D-245, I18N-002).
 */
export function chooseLanguage({ stored, company, preferred }: KnownLanguages): Language {
  for (const tag of [stored, company === "browser" ? null : company]) {
    const known = tag === null ? undefined : toLanguage(tag);
    if (known) return known;
  }
  for (const tag of preferred) {
    const language = toLanguage(tag);
    if (language) return language;
  }
  return "en";
}

/** The language to start with; `readCompany` is asked where neither a choice nor the company's language is stored. */
export async function currentChoice(readCompany: () => Promise<string | null>): Promise<Language> {
  const stored = readStored(LANGUAGE_STORAGE_KEY);
  const company = readStored(COMPANY_LANGUAGE_KEY) ?? (stored === null ? await readCompany() : null);
  return chooseLanguage({ stored, company, preferred: navigator.languages });
}

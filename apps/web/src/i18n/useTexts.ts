import i18next, { type FlatNamespace, type TFunction } from "i18next";
import { useLanguage } from "./LanguageProvider";

interface Texts {
  readonly t: (key: string, options?: object) => string;
  readonly language: string;
}

/** A `t` that finds each text without a variable once: i18next takes some twenty microseconds for it, and a row has ten. */
function toTexts(language: string, area: FlatNamespace): Texts {
  const find = i18next.getFixedT(language, area) as unknown as Texts["t"];
  const found = new Map<string, string>();
  const t: Texts["t"] = (key, options) => {
    if (options !== undefined) return find(key, options);
    const known = found.get(key);
    if (known !== undefined) return known;
    const text = find(key);
    // The area may still be loading; then the key is its own text.
    if (text !== key) found.set(key, text);
    return text;
  };
  return { t, language };
}

const texts = new Map<string, Texts>();

/**
 * The texts of a loaded area, for the parts of rows: `useTranslation` copies the whole i18next instance
 * for each component, and a list of messages draws hundreds. It does not load the area.
 */
export function useTexts<Area extends FlatNamespace>(area: Area): { readonly t: TFunction<Area>; readonly language: string } {
  const language = useLanguage();
  const key = `${language} ${area}`;
  const known = texts.get(key) ?? toTexts(language, area);
  texts.set(key, known);
  // It takes what i18next's own function takes.
  return known as unknown as { readonly t: TFunction<Area>; readonly language: string };
}

import i18next from "i18next";
import { createContext, useContext, useSyncExternalStore, type ReactNode } from "react";

const Language = createContext<string | null>(null);

const onLanguage = (listener: () => void) => {
  i18next.on("languageChanged", listener);
  return () => i18next.off("languageChanged", listener);
};

/** Draws its children again when the language changes: it alone listens, because a row of a list has ten parts with texts. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  return <Language value={useSyncExternalStore(onLanguage, () => i18next.language)}>{children}</Language>;
}

/** The language of the texts. */
export const useLanguage = (): string => useContext(Language) ?? i18next.language;

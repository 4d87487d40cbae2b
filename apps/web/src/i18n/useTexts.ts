import i18next, { type FlatNamespace, type TFunction } from "i18next";
import { useMemo, useSyncExternalStore } from "react";

const onLanguage = (listener: () => void) => {
  i18next.on("languageChanged", listener);
  return () => i18next.off("languageChanged", listener);
};

/**
 * The texts of a loaded area, for the parts of rows: `useTranslation` copies the whole i18next instance
 * for each component, and a list of messages draws hundreds. It does not load the area.
 */
export function useTexts<Area extends FlatNamespace>(area: Area): { readonly t: TFunction<Area>; readonly language: string } {
  const language = useSyncExternalStore(onLanguage, () => i18next.language);
  return useMemo(() => ({ t: i18next.getFixedT<Area, undefined, Area>(language, area), language }), [language, area]);
}

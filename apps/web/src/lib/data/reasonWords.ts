import { AUTOMATIC_REASONS, NO_REASON, readClosingReasons } from "@balcao/domain/closing";
import { useTranslation } from "react-i18next";
import { useSettings } from "./settings";

/** The names of reasons of closing, by the keys of lists and figures, and the keys that a filter offers; texts of `closing`. */
export function useReasonWords(): { readonly nameOf: (key: string) => string; readonly keys: readonly string[] } {
  const { t } = useTranslation("closing");
  const reasons = readClosingReasons(useSettings().closingReasons);
  return {
    nameOf: (key) => {
      if (key === NO_REASON) return t("without");
      const automatic = AUTOMATIC_REASONS.find((each) => each === key);
      return automatic ? t(`automatic.${automatic}`) : (reasons.find(({ id }) => String(id) === key)?.name ?? `#${key}`);
    },
    keys: [...reasons.filter(({ gone }) => !gone).map(({ id }) => String(id)), ...AUTOMATIC_REASONS, NO_REASON],
  };
}

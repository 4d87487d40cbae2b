import { readClosingReasons } from "@balcao/domain/closing";
import { SETTINGS, type SettingKey, type SettingRow } from "@balcao/domain/settings";
import { useTranslation } from "react-i18next";
import { LANGUAGES, type Language } from "../../i18n/languages";
import { toDuration } from "../../lib/duration";

/** To whom a setting gives a right, or of whom it demands something. */
type Holder = (typeof SETTINGS)["sendPermission" | "secondFactorFor"]["choices"][number];
/** Whether a closing asks for its reason. */
type AskedReason = (typeof SETTINGS)["closingReason"]["choices"][number];
const UNIT_MS = { seconds: 1_000, minutes: 60_000, days: 86_400_000 } as const;

/** The words for a stored value of a setting: a duration with its unit, on or off, the name of a choice. */
export function useValueText(): (key: SettingKey, value: string) => string {
  const { t, i18n } = useTranslation("settings");
  const choiceText = (choices: readonly string[], key: SettingKey, value: string): string => {
    if (choices === SETTINGS.sendPermission.choices || key === "secondFactorFor") return t(`holders.${value as Holder}`);
    if (choices === SETTINGS.closingReason.choices) return t(`closing.${value as AskedReason}`);
    if (key === "defaultLanguage") return value in LANGUAGES ? LANGUAGES[value as Language] : t("language.browser");
    return i18n.exists(`settings:sound.${value}`) ? t(`sound.${value as "default"}`) : value;
  };
  return (key, value) => {
    const row: SettingRow = SETTINGS[key];
    if (key === "closingReasons")
      return readClosingReasons(value)
        .flatMap(({ name, gone }) => (gone ? [] : [name]))
        .join(", ");
    if (key === "openingHours") return value === "" ? "" : t("ownHours.set");
    switch (row.kind) {
      case "toggle":
        return t(value === "enabled" ? "on" : "off");
      case "interval":
        if (value === "") return t("disabled");
        return value === "0" ? t("atOnce") : toDuration(Number(value) * UNIT_MS[row.unit], i18n.language);
      case "choice":
        return choiceText(row.choices, key, value);
      case "country":
        return new Intl.DisplayNames([i18n.language], { type: "region" }).of(value) ?? value;
      default:
        return value;
    }
  };
}

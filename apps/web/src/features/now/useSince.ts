import { useTranslation } from "react-i18next";
import { toDuration } from "../../lib/duration";

const MINUTE_MS = 60_000;

/** How long ago an instant was, in whole minutes, by the shared clock of the rows. */
export function useSince(now: number): (at: string) => string {
  const { t, i18n } = useTranslation("now");
  return (at) => {
    // The clock of the rows is up to a minute behind.
    const minutes = Math.floor(Math.max(0, now - Date.parse(at)) / MINUTE_MS);
    return minutes === 0 ? t("moment") : toDuration(minutes * MINUTE_MS, i18n.language);
  };
}

import { previewDays } from "@balcao/domain/calendar";
import type { CalendarSettings } from "@balcao/domain/settings";
import { useTranslation } from "react-i18next";
import { usePreviewWords } from "./hoursWords";

const DAYS = 14;

/** The next fourteen days in words, as they would be with what is typed. */
export function HoursPreview({ settings, today }: { readonly settings: CalendarSettings; readonly today: string }) {
  const { t } = useTranslation("settings");
  const words = usePreviewWords();
  return (
    <section className="settingCard" aria-labelledby="hours-preview">
      <h2 id="hours-preview">{t("ownHours.preview")}</h2>
      <ol className="hoursPreview">
        {previewDays(settings, today, DAYS).map((day) => {
          const { date, hours, why } = words(day);
          return (
            <li key={day.day} data-closed={day.open.length === 0 || undefined}>
              <b>{date}</b> <span>{hours}</span>
              {why && <small>{why}</small>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

import type { OwnHoursProblem, PreviewedDay, Range } from "@balcao/domain/calendar";
import { useTranslation } from "react-i18next";

/** A Sunday, from which weekdays are counted. */
const SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

/** The names of weekdays, 0 for Sunday, in the shown language. */
export function useDayNames() {
  const { i18n } = useTranslation();
  const nameOf = (weekday: "long" | "short") => (day: number) =>
    new Intl.DateTimeFormat(i18n.language, { weekday, timeZone: "UTC" }).format(SUNDAY + day * DAY_MS).replace(/\.$/, "");
  return { long: nameOf("long"), short: nameOf("short") };
}

const clock = (minute: number): string => `${String(Math.floor(minute / 60) % 24)}:${String(minute % 60).padStart(2, "0")}`;
const DAY_MINUTES = 1_440;
const toWords = ([from, until]: Range): string => `${clock(from)}–${clock(until)}`;

/** A day of the preview in words: its date, and "9:00–13:00" or why it is closed. */
export function usePreviewWords(): (day: PreviewedDay) => { readonly date: string; readonly hours: string; readonly why: string } {
  const { t, i18n } = useTranslation("settings");
  const { short } = useDayNames();
  const toHours = (open: PreviewedDay["open"]): string => {
    if (open.length === 0) return t("ownHours.closed");
    if (open.some(([from, until]) => until - from >= DAY_MINUTES)) return t("ownHours.allDay");
    return open.map(toWords).join(", ");
  };
  return ({ day, open, isHoliday, name }) => {
    const at = Date.parse(`${day}T00:00:00Z`);
    const numbers = new Intl.DateTimeFormat(i18n.language, { day: "2-digit", month: "2-digit", timeZone: "UTC" }).format(at);
    return {
      date: `${short(new Date(at).getUTCDay())} ${numbers}`,
      hours: toHours(open),
      why: name || (isHoliday ? t("ownHours.holiday") : ""),
    };
  };
}

/** The sentence of a problem of the hours, without the day that it stands beside. */
export function useProblemText(): (problem: OwnHoursProblem) => string {
  const { t } = useTranslation("settings");
  return ({ rule }) => t(`ownHours.problem.${rule}`);
}

import type { TFunction } from "i18next";
import { daysAgo, toClock, toDate, toWeekday } from "../../../lib/time";

const WEEK = 7;

/** The moment of a planned message as people say it: "amanhã 9:00", "segunda-feira 9:00" within a week, otherwise the date. */
export function toPlannedTime(at: string | Date, t: TFunction<"planned">, language: string): string {
  const time = toClock(at).replace(/^0/, "");
  const ahead = -daysAgo(at);
  if (ahead === 0) return t("day.today", { time });
  if (ahead === 1) return t("day.tomorrow", { time });
  return t("day.weekday", { day: ahead > 1 && ahead < WEEK ? toWeekday(at, language) : toDate(at), time });
}

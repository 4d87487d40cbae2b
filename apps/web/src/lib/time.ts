import { formatDate, formatTime, formatTimeOrDate, localDay } from "@balcao/domain/calendar";

/** Instants arrive in UTC and are shown in the company's zone (D-247); digits and order are the documented ones in every language. */
let zone = "America/Sao_Paulo";

/** The company's IANA zone; an unknown name is ignored. */
export function setCompanyZone(name: string | undefined): void {
  if (name === undefined || name === zone) return;
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: name });
  } catch {
    return;
  }
  zone = name;
  formatters.clear();
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(name: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name}:${locale}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  formatters.set(key, made);
  return made;
}

type Instant = string | number | Date;

/** `14:32`. */
export function toClock(instant: Instant): string {
  return formatTime(new Date(instant), zone);
}

/** `21/11/2026`. */
export function toDate(instant: Instant): string {
  return formatDate(new Date(instant), zone);
}

/** `21/11/26 14:32` (CONN-001). */
export function toDateAndClock(instant: Instant): string {
  const [day = "", month = "", year = ""] = toDate(instant).split("/");
  return `${day}/${month}/${year.slice(-2)} ${toClock(instant)}`;
}

/** `2026-11-21`, the calendar day of an instant in the company's zone. */
export function toDayKey(instant: Instant): string {
  return localDay(new Date(instant), zone);
}

/** HH:mm today, otherwise dd/MM/yyyy (SHELL-041). */
export function toListTime(instant: Instant, now: Instant = Date.now()): string {
  return formatTimeOrDate(new Date(instant), new Date(now), zone);
}

/** How many calendar days an instant lies before now, in the company's zone. */
export function daysAgo(instant: Instant, now: Instant = Date.now()): number {
  return Math.round((Date.parse(toDayKey(now)) - Date.parse(toDayKey(instant))) / 86_400_000);
}

/** `sexta-feira`, in the given language. */
export function toWeekday(instant: Instant, language: string): string {
  return formatter("weekday", language, { weekday: "long" }).format(new Date(instant));
}

/** The long form for tooltips, in the given language. */
export function toFullDate(instant: Instant, language: string): string {
  return formatter("full", language, { dateStyle: "full", timeStyle: "short" }).format(new Date(instant));
}

/** `há 14 min`, in the given language; the unit is the largest whole one. */
export function toTimeAgo(instant: Instant, language: string, now: Instant = Date.now()): string {
  const seconds = Math.max(0, (new Date(now).getTime() - new Date(instant).getTime()) / 1000);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" });
  if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86_400) return relative.format(-Math.floor(seconds / 3600), "hour");
  return relative.format(-Math.floor(seconds / 86_400), "day");
}

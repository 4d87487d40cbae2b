import { formatDate, formatTime, formatTimeOrDate, instantAt, localDay, localTime, minutesOf } from "@balcao/domain/calendar";

/**
 * The company's zone. Instants are received in UTC and shown in this zone (D-247), in the
 * documented format in every language.
 */
let zone = "America/Sao_Paulo";

/** Sets the company's IANA zone; an unknown name is ignored. */
export function setCompanyZone(name: string | undefined): void {
  if (name === undefined || name === zone) return;
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: name });
  } catch {
    return;
  }
  zone = name;
  formatters.clear();
  days.clear();
  clocks.clear();
}

/** The company's zone, for rules about days. */
export const companyZone = (): string => zone;

/** The instant at which the company's clocks show a time `HH:mm` of a day `yyyy-MM-dd`. */
export const toInstant = (day: string, clock: string): Date => instantAt(day, minutesOf(clock), zone);

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

/** Clocks by minute: each message shows its time twice, and asking the zone for one is slow. */
const clocks = new Map<number, string>();
const MOST_CLOCKS = 5_000;

/** `14:32`. */
export function toClock(instant: Instant): string {
  const minute = Math.floor(new Date(instant).getTime() / 60_000);
  const known = clocks.get(minute);
  if (known !== undefined) return known;
  const clock = formatTime(new Date(instant), zone);
  if (clocks.size >= MOST_CLOCKS) clocks.clear();
  clocks.set(minute, clock);
  return clock;
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

/** `21/11/26 14:32:05` (SCHED-007). */
export function toDateAndSeconds(instant: Instant): string {
  return `${toDateAndClock(instant)}:${String(localTime(new Date(instant), zone).second).padStart(2, "0")}`;
}

const QUARTER_MS = 15 * 60_000;
/** Days by quarter of an hour: clocks of all zones differ from UTC by quarters, so no day begins within one. */
const days = new Map<number, string>();
const MOST_DAYS = 20_000;

/** `2026-11-21`, the calendar day of an instant in the company's zone. */
export function toDayKey(instant: Instant): string {
  const quarter = Math.floor(new Date(instant).getTime() / QUARTER_MS);
  const known = days.get(quarter);
  if (known !== undefined) return known;
  const day = localDay(new Date(instant), zone);
  if (days.size >= MOST_DAYS) days.clear();
  days.set(quarter, day);
  return day;
}

/** HH:mm today, otherwise dd/MM/yyyy (SHELL-041). */
export function toListTime(instant: Instant, now: Instant = Date.now()): string {
  return formatTimeOrDate(new Date(instant), new Date(now), zone);
}

/** How many calendar days an instant is before now, in the company's zone. */
export function daysAgo(instant: Instant, now: Instant = Date.now()): number {
  return Math.round((Date.parse(toDayKey(now)) - Date.parse(toDayKey(instant))) / 86_400_000);
}

/** `sexta-feira`, in the given language. */
export function toWeekday(instant: Instant, language: string): string {
  return formatter("weekday", language, { weekday: "long" }).format(new Date(instant));
}

/** The full date and time for tooltips, in the given language. */
export function toFullDate(instant: Instant, language: string): string {
  return formatter("full", language, { dateStyle: "full", timeStyle: "short" }).format(new Date(instant));
}

/** `há 14 min`, in the given language, in the largest whole unit; `agora` within the minute. */
export function toTimeAgo(instant: Instant, language: string, now: Instant = Date.now()): string {
  const seconds = Math.max(0, (new Date(now).getTime() - new Date(instant).getTime()) / 1000);
  if (seconds < 60) return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "second");
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" });
  if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86_400) return relative.format(-Math.floor(seconds / 3600), "hour");
  return relative.format(-Math.floor(seconds / 86_400), "day");
}

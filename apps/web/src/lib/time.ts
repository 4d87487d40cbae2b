import { instantAt, localTime, minutesOf } from "@balcao/domain/calendar";

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
  offsets.clear();
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

const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;
/** How far the zone's clocks are ahead of UTC, in ms, by instant: asking the zone takes long, and each message shows its time twice. */
const offsets = new Map<number, number>();

function offsetAt(instant: number): number {
  const known = offsets.get(instant);
  if (known !== undefined) return known;
  const { year, month, day, hour, minute } = localTime(new Date(instant), zone);
  const offset = Date.UTC(year, month - 1, day, hour, minute) - instant;
  offsets.set(instant, offset);
  return offset;
}

/** The date and time of the company's clocks, as `2026-11-21T14:32:05.000Z`. Clocks are changed at quarters of an hour only. */
function toLocal(instant: Instant): string {
  const at = new Date(instant).getTime();
  const day = Math.floor(at / DAY_MS) * DAY_MS;
  const isPlainDay = offsetAt(day) === offsetAt(day + DAY_MS);
  return new Date(at + offsetAt(isPlainDay ? day : Math.floor(at / QUARTER_MS) * QUARTER_MS)).toISOString();
}

/** `14:32`. */
export const toClock = (instant: Instant): string => toLocal(instant).slice(11, 16);

/** `21/11/2026`. */
export const toDate = (instant: Instant): string => toDayKey(instant).split("-").reverse().join("/");

/** `21/11/26 14:32`. */
export function toDateAndClock(instant: Instant): string {
  const [day = "", month = "", year = ""] = toDate(instant).split("/");
  return `${day}/${month}/${year.slice(-2)} ${toClock(instant)}`;
}

/** `21/11/26 14:32:05`. */
export function toDateAndSeconds(instant: Instant): string {
  return `${toDateAndClock(instant)}:${toLocal(instant).slice(17, 19)}`;
}

/** `2026-11-21`, the calendar day of an instant in the company's zone. */
export const toDayKey = (instant: Instant): string => toLocal(instant).slice(0, 10);

/** HH:mm today, otherwise dd/MM/yyyy (SHELL-041). */
export const toListTime = (instant: Instant, now: Instant = Date.now()): string =>
  toDayKey(instant) === toDayKey(now) ? toClock(instant) : toDate(instant);

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

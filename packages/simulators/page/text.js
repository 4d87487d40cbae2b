import { hasText, locale, t } from "./words.js";

const HOURS = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const formats = new Map();

/** Formatters are made once per language. */
function inLocale(name, options) {
  const key = `${locale()} ${name}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  formats.set(key, made);
  return made;
}

/** 14:05. */
export const clock = (at) => inLocale("time", HOURS).format(at);

/** 14:05:09. */
export const exactClock = (at) => inLocale("seconds", { ...HOURS, second: "2-digit" }).format(at);

/** Today, yesterday, or the weekday and date. */
export function dayName(at) {
  if (sameDay(at, Date.now())) return t("day.today");
  if (sameDay(at, Date.now() - 86_400_000)) return t("day.yesterday");
  const name = inLocale("day", { weekday: "long", day: "2-digit", month: "2-digit" }).format(at);
  return name[0].toUpperCase() + name.slice(1);
}

/** The hour today, yesterday by its name, or the date. */
export function listTime(at) {
  if (sameDay(at, Date.now())) return clock(at);
  return sameDay(at, Date.now() - 86_400_000)
    ? t("day.yesterday").toLowerCase()
    : inLocale("shortDay", { day: "2-digit", month: "2-digit" }).format(at);
}

/** Whether two instants fall on the same local day. */
export function sameDay(a, b) {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

/** +55 11 90000-0001. */
export function prettyNumber(digits) {
  const found = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  return found === null ? `+${digits}` : `+55 ${found[1]} ${found[2]}-${found[3]}`;
}

/** One or two characters for an avatar: the number of "Cliente 2", or initials. */
export function initials(name) {
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) ?? "";
  if (/^\d+$/.test(last)) return last.slice(-2);
  if (/^[+\d]/.test(last)) return last.replace(/\D/g, "").slice(-2);
  return (words[0]?.[0] ?? "?").toUpperCase() + (words.length > 1 ? last[0].toUpperCase() : "");
}

/** One of five tints, always the same for the same text. */
export function tint(text) {
  return [...text].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)) % 997, 7) % 5;
}

/** The text for a message without a text of its own, in lists. */
export function kindName(kind, length = 0) {
  const name = hasText(`kind.${kind}`) ? t(`kind.${kind}`) : "";
  return kind === "audio" && length > 0 ? `${name}, ${Math.floor(length / 60)}:${String(length % 60).padStart(2, "0")}` : name;
}

/** 12 KB, 1,4 MB. */
export function fileSize(bytes) {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  const amount = new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1_000_000);
  return `${amount} MB`;
}

/** The text of one activity. */
export function activityText(entry, nameOf) {
  const { kind, name, detail } = entry;
  const who = /^\d+$/.test(detail) ? nameOf(detail) : t("activity.group");
  return hasText(`activity.${kind}`) ? t(`activity.${kind}`, { name, detail, who, number: prettyNumber(detail) }) : kind;
}

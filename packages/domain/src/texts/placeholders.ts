import { formatDate, formatTime, greetingAt } from "../calendar/index.js";

/** The placeholders that a text may contain as `{{name}}` and so on. */
export const PLACEHOLDERS = ["name", "number", "queue", "user", "ms", "date", "time"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const KNOWN: ReadonlySet<string> = new Set(PLACEHOLDERS);
const SLOT = /\{\{([a-z]+)\}\}/g;

/**
 * Fills the placeholders of a text in one pass: placeholders inside a value are not replaced. An unknown one, and one without a value, stays as typed (SET-035).
 */
export function fillPlaceholders(text: string, values: Readonly<Partial<Record<Placeholder, string>>>): string {
  return text.replace(SLOT, (slot, name: string) => (isPlaceholder(name) ? (values[name] ?? slot) : slot));
}

/** What looks like a placeholder, however it is written. */
const ANY_SLOT = /\{\{[^{}\n]{1,40}\}\}/g;

/** The placeholders of a text that have no value, as they are written, each once. */
export function unfilledPlaceholders(text: string, values: Readonly<Partial<Record<Placeholder, string>>>): readonly string[] {
  const slots = text.match(ANY_SLOT) ?? [];
  return [...new Set(slots.filter((slot) => fillPlaceholders(slot, values) === slot))];
}

/** The value of every placeholder for a conversation at a moment. */
export function placeholderValues(
  facts: { readonly name: string; readonly number: string; readonly queue: string; readonly user: string },
  now: Date,
  zone: string,
): Readonly<Record<Placeholder, string>> {
  return { ...facts, ms: greetingAt(now, zone), date: formatDate(now, zone), time: formatTime(now, zone) };
}

function isPlaceholder(name: string): name is Placeholder {
  return KNOWN.has(name);
}

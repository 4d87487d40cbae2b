/** A participant of a group, or of a group's internal chat, who can be mentioned. */
export interface Mentionable {
  readonly name: string;
  /** The digits that WhatsApp writes after the `@`; null for a colleague, who is written by name. */
  readonly digits: string | null;
  /** The phone for people to read; null for somebody known by an opaque address only. */
  readonly phone: string | null;
}

/** Names that were chosen from the list, with their digits. */
export type Mentions = Readonly<Record<string, string>>;

const BEFORE_CURSOR = /(?:^|\s)@([^\s@]{0,40})$/u;
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The letters typed after an `@` before the cursor; null when no mention is being typed. */
export function mentionQuery(text: string, cursor: number): string | null {
  return BEFORE_CURSOR.exec(text.slice(0, cursor))?.[1] ?? null;
}

/** The participants with a word of their name that begins so, or with such digits; each once. */
export function matchMentions(people: readonly Mentionable[], query: string): readonly Mentionable[] {
  const wanted = plain(query);
  const single = [...new Map(people.map((person) => [person.digits ?? person.name, person])).values()];
  return single.filter(
    ({ name, digits }) =>
      plain(name)
        .split(/\s+/)
        .some((word) => word.startsWith(wanted)) || digits?.includes(wanted) === true,
  );
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const mentionOf = (name: string) => new RegExp(`@${escape(name)}(?![\\p{L}\\p{N}])`, "gu");
const longestFirst = (names: readonly string[]) => names.toSorted((a, b) => b.length - a.length);

/** The text with digits in place of the chosen names, as WhatsApp sends it (CONV-011). */
export function toMentionDigits(text: string, mentions: Mentions): string {
  return longestFirst(Object.keys(mentions)).reduce((words, name) => words.replaceAll(mentionOf(name), `@${mentions[name] ?? ""}`), text);
}

/** The text with names in place of the digits of a group's participants. */
export function toMentionNames(text: string, people: readonly Mentionable[]): string {
  return text.replaceAll(/@(\d{8,20})(?!\d)/g, (written, digits: string) => {
    const person = people.find((each) => each.digits === digits);
    return person ? `@${person.name}` : written;
  });
}

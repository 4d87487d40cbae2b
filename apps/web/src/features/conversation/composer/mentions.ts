import type { MentionableView } from "@balcao/contracts/notices";
import { splitMentions } from "@balcao/domain/texts";

/** A participant of a group, a person of an internal chat, or a colleague in a comment, who can be mentioned. */
export interface Mentionable {
  readonly name: string;
  /** The digits that WhatsApp writes after the `@`; null for a colleague, who is written by name. */
  readonly digits: string | null;
  /** The phone for people to read; null for somebody known by an opaque address only. */
  readonly phone: string | null;
  /** The account of a colleague in a comment, and whether it reads the ticket. */
  readonly colleague?: Pick<MentionableView, "id" | "reads" | "profilePicUrl">;
}

/** A colleague who was chosen for a comment. */
export type Mentioned = Pick<MentionableView, "id" | "name">;

export const toColleague = ({ name, ...colleague }: MentionableView): Mentionable => ({ name, digits: null, phone: null, colleague });

/** What tells people apart: names may be the same. */
export const mentionKey = ({ name, digits, colleague }: Mentionable): number | string => colleague?.id ?? digits ?? name;

/** Names that were chosen from the list, with their digits. */
export type Mentions = Readonly<Record<string, string>>;

/** A comment may begin with a mention, right after its prefix. */
const BEFORE_CURSOR = /(?:^(?:--)?|\s)@([^\s@]{0,40})$/u;
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The letters typed after an `@` before the cursor; null when no mention is being typed. */
export function mentionQuery(text: string, cursor: number): string | null {
  return BEFORE_CURSOR.exec(text.slice(0, cursor))?.[1] ?? null;
}

/** The participants with a word of their name that begins so, or with such digits; each once. */
export function matchMentions(people: readonly Mentionable[], query: string): readonly Mentionable[] {
  const wanted = plain(query);
  const single = [...new Map(people.map((person) => [mentionKey(person), person])).values()];
  return single.filter(
    ({ name, digits }) =>
      plain(name)
        .split(/\s+/)
        .some((word) => word.startsWith(wanted)) || digits?.includes(wanted) === true,
  );
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const mentionOf = (name: string) => new RegExp(`@${escape(name)}(?![\\p{L}\\p{N}])`, "gu");
const longestFirst = (names: readonly string[]) => [...names].sort((a, b) => b.length - a.length);

/** The text with digits in place of the chosen names, as WhatsApp sends it. */
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

/**
 * The chosen colleagues whose names are still in a comment, each once. Of people with the same name
 * as many count as it names, those who were chosen last.
 */
export function mentionedIn(text: string, chosen: readonly Mentioned[]): readonly Mentioned[] {
  const names = [...new Set(chosen.map(({ name }) => name))];
  const written = splitMentions(text, names).filter((piece) => piece.mention);
  const found = names.flatMap((name) => {
    const times = written.filter((piece) => piece.text === `@${name}`).length;
    const people = chosen.filter((each) => each.name === name);
    return times === 0 ? [] : people.slice(-times);
  });
  return [...new Map(found.map(({ id, name }) => [id, { id, name }])).values()];
}

import { stripAccents } from "@balcao/domain/texts";

/** A piece of a text, marked when it is what was searched for. */
interface MarkedPart {
  readonly text: string;
  readonly marked: boolean;
}

/** A cut text keeps this many characters before the first match. */
const LEAD = 12;
/** A cut text is at most this long; the row shows less. */
const LONGEST = 255;

interface Folded {
  readonly text: string;
  /** For each unit of the folded text, where its character begins and ends in the original. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Folds a text as the search of the server does, and keeps where each character came from. */
function fold(original: string): Folded {
  let text = "";
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const character of original) {
    const end = at + character.length;
    const folded = stripAccents(character).toLowerCase();
    // A combining accent belongs to the letter before it.
    if (folded === "" && to.length > 0) to[to.length - 1] = end;
    for (let unit = 0; unit < folded.length; unit += 1) {
      from.push(at);
      to.push(end);
    }
    text += folded;
    at = end;
  }
  return { text, from, to };
}

/** Where the searched words are in a text, as begin and end in the original. */
function findMatches(text: string, sought: string): readonly (readonly [number, number])[] {
  const needle = fold(sought.trim()).text;
  if (needle === "") return [];
  const folded = fold(text);
  const found: (readonly [number, number])[] = [];
  for (let at = folded.text.indexOf(needle); at !== -1; at = folded.text.indexOf(needle, at + needle.length)) {
    found.push([folded.from[at] ?? 0, folded.to[at + needle.length - 1] ?? text.length]);
  }
  return found;
}

/** Splits a text at what was searched for, ignoring accents and case. */
export function toMarkedParts(text: string, sought: string): readonly MarkedPart[] {
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const [from, to] of findMatches(text, sought)) {
    if (from > end) parts.push({ text: text.slice(end, from), marked: false });
    parts.push({ text: text.slice(from, to), marked: true });
    end = to;
  }
  return end < text.length ? [...parts, { text: text.slice(end), marked: false }] : parts;
}

/** One line of a text that shows its first match: a long beginning is cut at a word. */
export function cutAtMatch(text: string, sought: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const from = findMatches(line, sought)[0]?.[0] ?? 0;
  if (from <= LEAD * 1.5) return line.slice(0, LONGEST);
  const space = line.indexOf(" ", from - LEAD);
  const start = space === -1 || space >= from ? from - LEAD : space + 1;
  return `…${line.slice(start, start + LONGEST)}`;
}

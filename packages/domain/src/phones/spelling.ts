/** What stands in a text beside or instead of one number. */
type SpellingProblem = "none" | "long" | "several" | "extension" | "exponent" | "decimals";

/** The one number of a text: its digits, and whether it is written with its country (`+` or `00`). */
export interface SpelledNumber {
  readonly digits: string;
  readonly isInternational: boolean;
}

/** The longest text that is read: what is longer is no number, and the search for one stays short. */
const LONGEST_TEXT = 200;
/** A trunk 0 with a place for the carrier, as Brazilians write it: `0xx11`, `(0**11)`. */
const CARRIER_PLACE = /(?<!\d)0\s*(?:x{2}|\*{2})\s*(?=\d)/gi;
const EXPONENT = /\dE\+?\d/i;
const EXTENSION = /\d[^\d]*?(?:\b(?:ramal|extens\p{L}+|ext|anexo|interno|int|r)\b|#|\bx)[\s.:=]*\(?\d/iu;
/** Digits that a spreadsheet wrote as a number, in groups of three or not, and what follows its decimal point. */
const AS_NUMBER = /^(\d{8,}|\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:,\d{3}){2,})(?:[.,](\d{1,3}))?$/;
/** One number: digits with blanks, dots, hyphens and brackets between them. */
const RUN = /\+?\s*\(?\+?\d(?:[\d\s().-]*\d)?/g;

/**
 * Finds the number that a text writes. Words around it are ignored; a text with several different
 * numbers, an extension or the rounded number of a spreadsheet is refused, because nobody can tell
 * what is meant.
 */
export function spellNumber(written: string): SpelledNumber | SpellingProblem {
  if (written.length > LONGEST_TEXT) return "long";
  const text = plain(written);
  if (EXPONENT.test(text)) return "exponent";
  const [, whole, decimals] = AS_NUMBER.exec(text) ?? [];
  if (whole !== undefined && decimals !== undefined) {
    if (/[1-9]/.test(decimals)) return "decimals";
    return toSpelled(whole);
  }
  if (whole !== undefined) return toSpelled(text);
  if (EXTENSION.test(text)) return "extension";
  const runs = [...new Map((text.match(RUN) ?? []).map(toSpelled).map((run) => [run.digits, run])).values()];
  const [first, second] = runs;
  if (first === undefined) return "none";
  return second === undefined ? first : "several";
}

/** The text without invisible signs, with plain digits, blanks and hyphens; what separates lines and cells separates numbers. */
function plain(written: string): string {
  return written
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/[\r\n\t]+/g, ";")
    .replace(/^[\s']+|(?<![\s',;.])[\s',;.]+$/g, "")
    .replace(CARRIER_PLACE, "0");
}

function toSpelled(run: string): SpelledNumber {
  const digits = run.replace(/\D/g, "");
  if (/^[\s(]*\+/.test(run)) return { digits: digits.replace(/^00/, ""), isInternational: true };
  return digits.startsWith("00") ? { digits: digits.slice(2), isInternational: true } : { digits, isInternational: false };
}

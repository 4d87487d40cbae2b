import {
  getCountryCallingCode,
  isSupportedCountry,
  ParseError,
  parsePhoneNumberFromString,
  parsePhoneNumberWithError,
  type PhoneNumber,
} from "libphonenumber-js/max";
import { canonicalPhone, readBrazilian } from "../contacts/index.js";

/** What stands in a text beside or instead of one number. */
type SpellingProblem = "none" | "long" | "several" | "extension" | "exponent" | "decimals";

/** The one number of a text: its digits, and whether it is written with its country (`+` or `00`). */
interface SpelledNumber {
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
function spellNumber(written: string): SpelledNumber | SpellingProblem {
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

/**
 * Why a text is no number: there is none, there are several, an extension follows, a spreadsheet has
 * rounded it or made decimals of it, the area code is missing, it is too short or too long, no country
 * has its code, or no phone can have it.
 */
export type NumberProblem =
  "none" | "several" | "extension" | "exponent" | "decimals" | "noAreaCode" | "short" | "long" | "country" | "implausible";

/** A number that was read. */
interface ReadNumber {
  /** The digits of the international number, as they are stored. */
  readonly digits: string;
  /** What was added to what is written: the company's country, the digit that mobiles have got since. */
  readonly added: readonly ("country" | "mobileDigit")[];
  /** Whether it is a number of another country: improbable among many of the company's own. */
  readonly isAbroad: boolean;
}

export type NumberReading =
  | ({ readonly ok: true } & ReadNumber)
  | {
      readonly ok: false;
      readonly problem: NumberProblem;
      /** Whether it is written with its country, so that nothing about it is a guess. */
      readonly isInternational: boolean;
    };

/** An international number has at most so many digits (E.164). */
const LONGEST = 15;
const SHORTEST = 8;
/** The shortest number that is taken for one of another country although nothing says so. */
const SHORTEST_BARE = 10;
/** From so many digits on, a number without `+` is an international one or none. */
const CERTAINLY_INTERNATIONAL = 12;
const BRAZIL = "BR";
const DOUBLED = /^55(?=55\d{10,11}$)/;

/** The digits of an international number, and whether the company's country was added to what is written. */
interface Found {
  readonly digits: string;
  readonly isAbroad: boolean;
  readonly isCompleted: boolean;
}

/**
 * Reads a number as people write it. With `+` or `00` its country is the one written; without,
 * it is one of the company's country `home` (ISO code), with the trunk forms of that country, and only
 * what cannot be one is taken as an international number. Never throws.
 */
export function readNumber(written: string, home: string): NumberReading {
  const spelled = spellNumber(written);
  if (typeof spelled === "string") return { ok: false, problem: spelled, isInternational: false };
  const found = find(spelled, home);
  if (typeof found === "string") return { ok: false, problem: found, isInternational: spelled.isInternational };
  const digits = canonicalPhone(found.digits);
  const hasMore = digits !== found.digits && digits !== spelled.digits;
  return {
    ok: true,
    digits,
    added: [...(found.isCompleted ? (["country"] as const) : []), ...(hasMore ? (["mobileDigit"] as const) : [])],
    isAbroad: found.isAbroad,
  };
}

/**
 * Writes the digits of a stored number so that `readNumber` reads the same number again: with `+`
 * where the digits alone would be read as one of the company's country.
 */
export function writeNumber(digits: string, home: string): string {
  const isReadAs = (written: string): boolean => {
    const reading = readNumber(written, home);
    return reading.ok && reading.digits === digits;
  };
  return !isReadAs(digits) && isReadAs(`+${digits}`) ? `+${digits}` : digits;
}

function find({ digits, isInternational }: SpelledNumber, home: string): Found | NumberProblem {
  if (digits.length > LONGEST + 2) return "long";
  if (isInternational) return findInternational(digits, home, false);
  const own = findOwn(digits, home);
  if (typeof own !== "string" || digits.length < SHORTEST_BARE) return own;
  const abroad = findInternational(digits, home, true);
  return typeof abroad !== "string" || digits.length >= CERTAINLY_INTERNATIONAL ? abroad : own;
}

/** Finds the number of the company's country that digits without a country are. */
function findOwn(digits: string, home: string): Found | NumberProblem {
  if (home === BRAZIL) return findBrazilian(digits);
  const parsed = isSupportedCountry(home) ? parsePhoneNumberFromString(digits, home) : undefined;
  if (parsed?.isValid() === true) {
    const found = parsed.number.slice(1);
    return { digits: found, isAbroad: false, isCompleted: found !== digits };
  }
  return digits.length < SHORTEST ? "short" : "implausible";
}

function findBrazilian(national: string): Found | NumberProblem {
  const digits = readBrazilian(national) ?? serviceNumber(national);
  if (digits !== null) return { digits: `55${digits}`, isAbroad: false, isCompleted: true };
  if (national.length < SHORTEST) return "short";
  return national.length < SHORTEST_BARE ? "noAreaCode" : "implausible";
}

/** A number without area code that all of Brazil calls, such as 0800 and 4004. */
function serviceNumber(national: string): string | null {
  if (!/^(?:0?[3589]00\d{6,7}|[34]0\d{6})$/.test(national)) return null;
  const parsed = parsePhoneNumberFromString(national, BRAZIL);
  return parsed?.isValid() === true ? parsed.nationalNumber : null;
}

/**
 * Finds an international number. `strictly` asks for one that is in use by its country's plan;
 * otherwise its length must be possible there, because plans grow.
 */
function findInternational(digits: string, home: string, strictly: boolean): Found | NumberProblem {
  if (digits.length < SHORTEST) return "short";
  if (digits.startsWith("55")) {
    // A form that puts the country before what was typed may put it before the country.
    const found = findBrazilian(digits.replace(DOUBLED, "").slice(2));
    if (typeof found !== "string") return { ...found, isAbroad: home !== BRAZIL, isCompleted: false };
    return digits.length > LONGEST ? "long" : found;
  }
  if (digits.length > LONGEST) return "long";
  const parsed = parse(digits.replace(/^521(?=[2-9]\d{9}$)/, "52"));
  if (typeof parsed === "string") return parsed;
  if (strictly ? !parsed.isValid() : !parsed.isPossible()) return "implausible";
  return { digits: parsed.number.slice(1), isAbroad: !isCodeOf(parsed.countryCallingCode, home), isCompleted: false };
}

function parse(digits: string): PhoneNumber | NumberProblem {
  try {
    return parsePhoneNumberWithError(`+${digits}`);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return error.message === "INVALID_COUNTRY" ? "country" : "implausible";
  }
}

const isCodeOf = (code: string, home: string): boolean => isSupportedCountry(home) && getCountryCallingCode(home) === code;

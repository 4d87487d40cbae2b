import { LIMITS } from "../limits/index.js";

/**
 * A number with a digit that its network once added for mobiles, or once took away, and the same
 * number without it: people and networks write both.
 */
interface TwoForms {
  readonly long: RegExp;
  readonly short: RegExp;
  readonly added: string;
}

/** Brazil: country, area, 9, eight digits of which the first is 6 to 9. Mexico: 1 before ten digits. Argentina: 9 before ten digits. */
const TWO_FORMS: readonly TwoForms[] = [
  { long: /^(55[1-9][1-9])9([6-9]\d{7})$/, short: /^(55[1-9][1-9])([6-9]\d{7})$/, added: "9" },
  { long: /^(52)1([2-9]\d{9})$/, short: /^(52)([2-9]\d{9})$/, added: "1" },
  { long: /^(54)9([1-3]\d{9})$/, short: /^(54)([1-3]\d{9})$/, added: "9" },
];

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** Whether digits can be a contact's number. */
export function isContactNumber(digits: string): boolean {
  return /^\d+$/.test(digits) && digits.length >= LIMITS.contact.number.min && digits.length <= LIMITS.contact.number.max;
}

/**
 * The form in which a number is stored: a Brazilian mobile with its ninth digit, a Mexican number
 * with its 1, an Argentinian one with its 9, every other number unchanged (ADR 37, D-263).
 */
export function canonicalPhone(digits: string): string {
  return TWO_FORMS.reduce((number, { short, added }) => number.replace(short, `$1${added}$2`), digits);
}

/**
 * Every form in which the same phone number may appear, the stored form first: two for a Brazilian
 * mobile and for a number of Mexico or Argentina.
 */
export function phoneForms(digits: string): string[] {
  const canonical = canonicalPhone(digits);
  const other = TWO_FORMS.reduce((number, { long }) => number.replace(long, "$1$2"), canonical);
  return other === canonical ? [canonical] : [canonical, other];
}

/** Whether two numbers are the same phone, with or without the digit that some networks add (M-4). */
export function isSamePhone(one: string, other: string): boolean {
  return canonicalPhone(one) === canonicalPhone(other);
}

/** A number formatted for people: `+55 (11) 91234-5678`, outside Brazil `+351912345678`. */
export function formatPhone(digits: string): string {
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  if (brazilian === null) return digits === "" ? "" : `+${digits}`;
  const [, area = "", first = "", last = ""] = brazilian;
  return `+55 (${area}) ${first}-${last}`;
}

/** The area codes in use. */
// prettier-ignore
const AREAS: ReadonlySet<string> = new Set(
  ("11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 " +
   "61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99").split(" "),
);

/** Area, then a landline (2 to 5), a mobile of before the ninth digit (6 to 9), or a mobile with it. */
const LOCAL = /^(\d{2})(?:[2-5]\d{7}|[6-9]\d{7}|9\d{8})$/;

/**
 * The digits of a number within Brazil: area code and number, with or without the trunk 0 and the two
 * digits of a carrier. Null when they are none.
 */
export function readBrazilian(digits: string): string | null {
  const candidates = digits.startsWith("0") ? [digits.slice(1), digits.slice(3)] : [digits];
  return candidates.find((each) => AREAS.has(LOCAL.exec(each)?.[1] ?? "")) ?? null;
}

/** From so many digits on, a text of digits and the signs between them is looked for as a number. */
const FEWEST = 4;
/** The shortest number with a trunk 0 or an international 00 in front. */
const SHORTEST_WHOLE = 9;
const NUMBER_LIKE = /^[\d\s+().,*/x'-]+$/i;

/**
 * The digits to look for in stored numbers when somebody searches for this text: a part of a number as
 * it is, a whole one in every form that may be stored. Empty for a text that is no number; no
 * form contains another one.
 */
export function searchForms(typed: string): readonly string[] {
  const digits = digitsOf(typed);
  if (digits.length < FEWEST || !NUMBER_LIKE.test(typed)) return [];
  const local = readBrazilian(digits);
  const whole = digits.replace(/^00?/, "");
  const forms = [
    ...(whole.length < SHORTEST_WHOLE ? [digits] : [whole, canonicalPhone(whole)]),
    ...(local === null ? [] : [local, canonicalPhone(`55${local}`)]),
  ];
  return [...new Set(forms)].filter((form) => !forms.some((other) => other !== form && form.includes(other)));
}

const LONGEST = 255;

/** A name that a network sent, at most 255 characters of it: whoever writes chooses it, and contacts are found by an index of names. */
export const networkName = (name: string): string => name.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, "");

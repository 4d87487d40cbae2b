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

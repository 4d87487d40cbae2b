import { LIMITS } from "../limits/index.js";

/**
 * A Brazilian mobile number with its ninth digit: country, area, 9, eight digits of which the first
 * is 6 to 9.
 */
const WITH_NINTH = /^(55[1-9][1-9])9([6-9]\d{7})$/;
const WITHOUT_NINTH = /^(55[1-9][1-9])([6-9]\d{7})$/;

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** Whether digits can be a contact's number. */
export function isContactNumber(digits: string): boolean {
  return /^\d+$/.test(digits) && digits.length >= LIMITS.contact.number.min && digits.length <= LIMITS.contact.number.max;
}

/**
 * The form in which a number is stored: a Brazilian mobile with its ninth digit, every other number
 * unchanged (ARCHITECTURE 4).
 */
export function canonicalPhone(digits: string): string {
  return digits.replace(WITHOUT_NINTH, "$19$2");
}

/**
 * Every form in which the same phone number may appear, the stored form first: a Brazilian mobile
 * has two.
 */
export function phoneForms(digits: string): string[] {
  const canonical = canonicalPhone(digits);
  return WITH_NINTH.test(canonical) ? [canonical, canonical.replace(WITH_NINTH, "$1$2")] : [canonical];
}

/** Whether two numbers are the same phone, with or without the ninth digit (M-4). */
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

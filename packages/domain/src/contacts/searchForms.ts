import { readBrazilian } from "./brazil.js";
import { canonicalPhone, digitsOf } from "./phone.js";

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

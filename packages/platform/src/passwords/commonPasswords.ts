import { dictionary } from "@zxcvbn-ts/language-common";

/**
 * Characters that people write in place of letters when a rule requires digits and special
 * characters.
 */
const DISGUISES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const EDGES = /^[^\p{L}]+|[^\p{L}]+$/gu;
const SPECIAL_EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

let words: ReadonlySet<string> | undefined;

/**
 * Whether a password is one of the most common ones (S-07): unchanged, ignoring case, without
 * digits and special characters around it, or with letters replaced by digits. The package's list
 * comes from published leaks.
 */
export function isCommonPassword(plain: string): boolean {
  words ??= new Set(dictionary["passwords-common"]);
  const lower = plain.toLowerCase();
  const forms = [lower, lower.replace(SPECIAL_EDGES, ""), lower.replace(EDGES, "")];
  const isListed = (form: string): boolean => words?.has(form) === true || words?.has(undisguise(form)) === true;
  return forms.some((form) => form.length > 2 && isListed(form));
}

function undisguise(form: string): string {
  return [...form].map((character) => DISGUISES[character] ?? character).join("");
}

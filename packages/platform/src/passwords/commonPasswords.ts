import { createRequire } from "node:module";
import type * as lists from "@zxcvbn-ts/language-common";

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
const EDGES = /^[^\p{L}]+|(?<![^\p{L}])[^\p{L}]+$/gu;
const SPECIAL_EDGES = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

const load = createRequire(import.meta.url);
let words: ReadonlySet<string> | undefined;

/** Loads the list when the first password is chosen: most processes never need its 3 MB. */
function loadWords(): ReadonlySet<string> {
  const { dictionary } = load("@zxcvbn-ts/language-common") as typeof lists;
  return new Set(dictionary["passwords-common"]);
}

/**
 * Whether a password is one of the most common ones: unchanged, ignoring case, without
 * digits and special characters around it, or with letters replaced by digits. The package's list
 * comes from published leaks.
 */
export function isCommonPassword(plain: string): boolean {
  words ??= loadWords();
  const lower = plain.toLowerCase();
  const forms = [lower, lower.replace(SPECIAL_EDGES, ""), lower.replace(EDGES, "")];
  const isListed = (form: string): boolean => words?.has(form) === true || words?.has(undisguise(form)) === true;
  return forms.some((form) => form.length > 2 && isListed(form));
}

function undisguise(form: string): string {
  return [...form].map((character) => DISGUISES[character] ?? character).join("");
}

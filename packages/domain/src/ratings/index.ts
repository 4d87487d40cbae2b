import { stripAccents } from "../texts/index.js";

/** The lowest and the highest score (NPS-004). */
const SCORES = [1, 2, 3, 4, 5] as const;
export type Score = (typeof SCORES)[number];

const WORDS: ReadonlyMap<string, Score> = new Map<string, Score>([
  ...["um", "uma", "uno", "una", "one"].map((word) => [word, 1] as const),
  ...["dois", "duas", "dos", "two"].map((word) => [word, 2] as const),
  ...["tres", "three"].map((word) => [word, 3] as const),
  ...["quatro", "cuatro", "four"].map((word) => [word, 4] as const),
  ...["cinco", "five"].map((word) => [word, 5] as const),
]);
const LONGEST = 40;
const STAR = /[⭐🌟★✭]/gu;
const BEFORE = /^(?:minha |mi |my )?(?:nota|dou|nota e|rating|score)\s+/;
const AFTER = /\s+(?:estrelas?|estrellas?|stars?)$/;

/**
 * Reads a score from a whole message in the forms that people type: "5", "5!", a keycap, "nota 5",
 * "cinco", "5 de 5", stars. Returns null for everything else, such as "15" or "5 minutos" (D-206).
 */
export function readScore(text: string): Score | null {
  if (text.length > LONGEST) return null;
  const plain = toPlain(text);
  const stars = plain.match(STAR)?.length ?? 0;
  const words = plain.replace(STAR, " ").replace(/\s+/g, " ").trim();
  if (words === "") return toScore(String(stars));
  const bare = words
    .replace(BEFORE, "")
    .replace(AFTER, "")
    .replace(/\s*(?:\/|de|out of)\s*5$/, "");
  return WORDS.get(bare) ?? toScore(bare);
}

/** Without accents, keycaps and marks of emphasis; wide digits become plain ones. */
function toPlain(text: string): string {
  return stripAccents(text.normalize("NFKC"))
    .toLowerCase()
    .replace(/[!.,;:()*_~"'`-]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function toScore(digits: string): Score | null {
  return SCORES.find((score) => String(score) === digits) ?? null;
}

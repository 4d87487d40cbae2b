/**
 * Splits a line of text into runs as they are drawn from left to right: one font and one direction
 * each. pdfkit shapes the letters of a run, but it neither orders runs nor chooses fonts.
 */

/** @typedef {{ text: string, font: "text" | "emoji", isRtl: boolean }} Run */
/** @typedef {{ text: string, font: "text" | "emoji", level: number }} Piece */

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;
const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;
const MARK = /\p{M}|\u200d/u;
const EMOJI = /[\p{Emoji_Presentation}\p{Regional_Indicator}]|\p{Extended_Pictographic}/u;
/** Part of the emoji before it: joiners, variation selectors, skin tones. */
const EMOJI_PART = /\u200d|\ufe0e|\ufe0f|\u20e3|\p{Emoji_Modifier}/u;
const NEEDS_RUNS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\p{Emoji_Presentation}\p{Regional_Indicator}]|\p{Extended_Pictographic}/u;
/** @type {Readonly<Record<string, string>>} */
const MIRRORED = { "(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{", "<": ">", ">": "<", "«": "»", "»": "«" };

/**
 * The runs of a line in drawing order, by the rules of Unicode's bidirectional algorithm for plain
 * text: letters, numbers and neutral characters, without embeddings.
 * @param {string} line
 * @param {(character: string) => boolean} hasEmoji whether the emoji font has a character
 * @returns {Run[]}
 */
export function toVisualRuns(line, hasEmoji) {
  if (!NEEDS_RUNS.test(line)) return [{ text: line, font: "text", isRtl: false }];
  const characters = [...line];
  const levels = toLevels(characters);
  /** @type {Piece[]} */
  const pieces = [];
  characters.forEach((character, at) => {
    const last = pieces.at(-1);
    const isPart = EMOJI_PART.test(character) && last?.font === "emoji";
    const font = isPart || (EMOJI.test(character) && hasEmoji(character)) ? "emoji" : "text";
    const level = levels[at] ?? 0;
    if (last?.font === font && (isPart || last.level === level)) last.text += character;
    else pieces.push({ text: character, font, level });
  });
  return reorder(pieces).map(({ text, font, level }) => ({ text: mirror(text, level), font, isRtl: level % 2 === 1 && RTL.test(text) }));
}

/**
 * The embedding level of each character: even levels are read from the left, odd ones from the right.
 * @param {readonly string[]} characters
 */
function toLevels(characters) {
  const kinds = toKinds(characters);
  const base = (kinds.find((kind) => kind === "L" || kind === "R") ?? "L") === "R" ? 1 : 0;
  /** @type {number[]} */
  const levels = [];
  let strong = base === 1 ? "R" : "L";
  kinds.forEach((kind, at) => {
    if (kind === "L" || kind === "R") strong = kind;
    if (kind === "L") levels.push(base === 1 ? 2 : 0);
    else if (kind === "R") levels.push(1);
    else if (kind === "N") levels.push(strong === "R" || base === 1 ? 2 : 0);
    else levels.push(neutralLevel(strong, nextStrong(kinds, at, strong), base));
  });
  return levels;
}

/**
 * A character without a direction belongs to what surrounds it, otherwise to the line.
 * @param {string} before
 * @param {string} after
 * @param {number} base
 */
function neutralLevel(before, after, base) {
  if (before !== after) return base;
  if (before === "R") return 1;
  return base === 1 ? 2 : 0;
}

/** @param {readonly string[]} characters */
function toKinds(characters) {
  /** @type {("L" | "R" | "N" | "-")[]} */
  const kinds = [];
  for (const character of characters)
    kinds.push(
      MARK.test(character)
        ? (kinds.at(-1) ?? "-")
        : RTL.test(character) && !DIGIT.test(character)
          ? "R"
          : LETTER.test(character)
            ? "L"
            : DIGIT.test(character)
              ? "N"
              : "-",
    );
  return kinds;
}

/**
 * The direction of what follows a neutral character; figures have that of what is before them. "" at
 * the end of the line.
 * @param {readonly string[]} kinds
 * @param {number} from
 * @param {string} before
 */
function nextStrong(kinds, from, before) {
  const next = kinds.slice(from + 1).find((kind) => kind !== "-") ?? "";
  return next === "N" ? before : next;
}

/**
 * From the highest level down, turns round every sequence of pieces at that level or above.
 * @param {readonly Piece[]} pieces
 */
function reorder(pieces) {
  const ordered = [...pieces];
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let until = from;
      while ((ordered[until]?.level ?? -1) >= level) until += 1;
      if (until - from > 1) ordered.splice(from, until - from, ...ordered.slice(from, until).reverse());
      if (until > from) from = until;
    }
  return ordered;
}

/**
 * Brackets that are read from the right open to the left.
 * @param {string} text
 * @param {number} level
 */
function mirror(text, level) {
  // The shaping of a right-to-left run turns its letters round, but not a run of neutral characters.
  if (level % 2 === 0) return text;
  const mirrored = [...text].map((character) => MIRRORED[character] ?? character);
  return RTL.test(text) ? mirrored.join("") : mirrored.reverse().join("");
}

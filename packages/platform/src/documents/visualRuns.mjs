/**
 * Splits a line of text into runs as they are drawn from left to right: one font and one direction
 * each. pdfkit shapes the letters of a run, but it neither orders runs nor chooses fonts.
 */
import bidiFactory from "bidi-js";

/** @typedef {{ text: string, font: "text" | "emoji", isRtl: boolean }} Run */
/** @typedef {{ text: string, font: "text" | "emoji", level: number }} Piece */

const bidi = bidiFactory();
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;
const EMOJI = /[\p{Emoji_Presentation}\p{Regional_Indicator}]|\p{Extended_Pictographic}/u;
/** Part of the emoji before it: joiners, variation selectors, skin tones. */
const EMOJI_PART = /\u200d|\ufe0e|\ufe0f|\u20e3|\p{Emoji_Modifier}/u;

/**
 * The runs of a line in drawing order, by Unicode's bidirectional algorithm.
 * @param {string} line
 * @param {(character: string) => boolean} hasEmoji whether the emoji font has a character
 * @returns {Run[]}
 */
export function toVisualRuns(line, hasEmoji) {
  if (!RTL.test(line) && !EMOJI.test(line)) return [{ text: line, font: "text", isRtl: false }];
  const { levels } = bidi.getEmbeddingLevels(line);
  /** @type {Piece[]} */
  const pieces = [];
  let at = 0;
  for (const character of line) {
    const last = pieces.at(-1);
    const isPart = EMOJI_PART.test(character) && last?.font === "emoji";
    const font = isPart || (EMOJI.test(character) && hasEmoji(character)) ? "emoji" : "text";
    // The levels are those of the code units.
    const level = levels[at] ?? 0;
    at += character.length;
    if (last?.font === font && (isPart || last.level === level)) last.text += character;
    else pieces.push({ text: character, font, level });
  }
  return reorder(pieces).map(({ text, font, level }) => ({ text: mirror(text, level), font, isRtl: level % 2 === 1 && RTL.test(text) }));
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
  const mirrored = [...text].map((character) => bidi.getMirroredCharacter(character) ?? character);
  return RTL.test(text) ? mirrored.join("") : mirrored.reverse().join("");
}

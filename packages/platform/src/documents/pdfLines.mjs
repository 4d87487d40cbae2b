/** Where a text may break into lines. */

/** @typedef {import("./pdfText.mjs").Weight} Weight */
/** @typedef {{ width: number, size: number, weight?: Weight }} Place */

/** Chinese and Japanese have no spaces: a line ends after any of their characters. */
const HAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** A line ends after these rather than in the middle of a word: addresses, file names, names with a hyphen; no dates or numbers. */
const SOFT = /^[-_/.,@?&=;:)\]](?![\d\u00a0])/;

/** Ems that sums of widths may differ by. */
const ROUNDING = 1e-6;

/**
 * Functions that break text into lines: at spaces and after Chinese characters, else after a sign, and inside of words only
 * where these are wider than a line.
 * @param {(character: string, weight: Weight) => number} widthOf
 */
export function wrapper(widthOf) {
  /** @param {string} text @param {Weight} weight */
  const emsOf = (text, weight) => {
    let sum = 0;
    for (const character of text) sum += widthOf(character, weight);
    return sum;
  };
  /** @param {string} paragraph @param {number} most @param {Weight} weight */
  const breakParagraph = (paragraph, most, weight) => {
    /** @type {string[]} */
    const lines = [];
    let line = "";
    let lineWidth = 0;
    for (const character of paragraph) {
      line += character;
      lineWidth += widthOf(character, weight);
      if (lineWidth <= most || line.length === character.length || character === " ") continue;
      const full = line.length - character.length;
      const end = endOf(line, full) || full;
      lines.push(line.slice(0, end).trimEnd());
      line = line.slice(end);
      lineWidth = emsOf(line, weight);
    }
    lines.push(line.trimEnd());
    return lines;
  };
  return {
    /** @param {string} text @param {Place} place */
    wrap: (text, { width, size, weight = "text" }) =>
      text.split("\n").flatMap((paragraph) => breakParagraph(paragraph, width / size + ROUNDING, weight)),
    /** The width of the widest part that should not be broken. @param {string} text @param {Omit<Place, "width">} place */
    widestPart: (text, { size, weight = "text" }) => {
      let widest = 0;
      let part = 0;
      let at = 0;
      for (const character of text) {
        at += character.length;
        part = character === " " || character === "\n" ? 0 : part + widthOf(character, weight);
        widest = Math.max(widest, part);
        if (HAN.test(character) || SOFT.test(text.slice(at - character.length, at + 1))) part = 0;
      }
      return widest * size;
    },
  };
}

/** Where a line of which `full` has room ends best; 0 where it has no good place. @param {string} line @param {number} full */
function endOf(line, full) {
  let soft = 0;
  for (let at = full; at > 0; at -= 1) {
    const last = line[at - 1] ?? "";
    if (last === " " || HAN.test(last)) return at;
    if (soft === 0 && SOFT.test(line.slice(at - 1, at + 1))) soft = at;
  }
  return soft;
}

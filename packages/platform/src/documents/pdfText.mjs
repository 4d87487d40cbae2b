/** Text in a PDF: which characters can be drawn, how wide they are, and how they break into lines. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { toVisualRuns } from "./visualRuns.mjs";
import { readWoff } from "./woff.mjs";

const require = createRequire(import.meta.url);
const FONTS = {
  text: () => readWoff(require.resolve("@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff")),
  bold: () => readWoff(require.resolve("@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff")),
  emoji: () => readFileSync(require.resolve("@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf")),
};
// eslint-disable-next-line no-control-regex -- These are the characters.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu;
/** One line at its place. With a list of features it is shaped as a whole, not word by word. */
const SHAPED = { lineBreak: false, features: [] };
const UNKNOWN = "\ufffd";

/** @typedef {"text" | "bold"} Weight */
/** @typedef {{ hasGlyphForCodePoint(code: number): boolean, glyphForCodePoint(code: number): { advanceWidth: number }, unitsPerEm: number }} Face */
/** @typedef {{ font: Face, id: string, ascender: number, encode(text: string): [string[], unknown], ref(): unknown }} OpenFont */
/** @typedef {{ text: string, x: number, y: number, size: number, weight?: Weight, color?: string }} Placed */

/**
 * Draws, measures and breaks text. What is drawn is kept until `flush`, which must be called on the
 * same page.
 * @param {PDFKit.PDFDocument} doc
 */
export function createPdfText(doc) {
  const opened = openFonts(doc);
  const faces = { text: opened.text.font, bold: opened.bold.font, emoji: opened.emoji.font };
  const widthOf = widthReader(faces);
  const plain = plainWriter(doc, opened);
  /** @param {string} character */
  const hasEmoji = (character) => faces.emoji.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  /** @param {string} text @param {number} size @param {Weight} weight */
  const measure = (text, size, weight = "text") => {
    let sum = 0;
    for (const character of text) sum += widthOf(character, weight);
    return sum * size;
  };
  /** @param {Placed} placed */
  const draw = ({ text, x, y, size, weight = "text", color = "#1f2933" }) => {
    let at = x;
    for (const run of toVisualRuns(text, hasEmoji)) {
      if (run.font === "text" && !run.isRtl) {
        plain.write({ text: run.text, x: at, y, size, weight, color });
        at += measure(run.text, size, weight);
        continue;
      }
      doc
        .fillColor(color)
        .font(run.font === "text" ? weight : run.font)
        .fontSize(size);
      doc.text(run.text, at, y, SHAPED);
      at += doc.widthOfString(run.text, SHAPED);
    }
  };
  return { clean: cleaner(faces), draw, flush: plain.flush, measure, wrap: wrapper(widthOf) };
}

/** @param {Record<"text" | "bold" | "emoji", Face>} faces */
function widthReader(faces) {
  /** @type {Record<Weight, Map<string, number>>} */
  const widths = { text: new Map(), bold: new Map() };
  /** The width of a character in ems. @param {string} character @param {Weight} weight */
  return (character, weight) => {
    const known = widths[weight].get(character);
    if (known !== undefined) return known;
    const code = character.codePointAt(0) ?? 0;
    const face = faces[weight].hasGlyphForCodePoint(code) ? faces[weight] : faces.emoji;
    const width = face.glyphForCodePoint(code).advanceWidth / face.unitsPerEm;
    widths[weight].set(character, width);
    return width;
  };
}

/**
 * Writes text whose characters follow one another unshaped. pdfkit would shape every word, which takes
 * ten times as long.
 * @param {PDFKit.PDFDocument} doc
 * @param {Record<Weight, OpenFont>} opened
 */
function plainWriter(doc, opened) {
  /** @type {Record<Weight, Map<string, string>>} */
  const codes = { text: new Map(), bold: new Map() };
  /** @type {string[]} */
  let written = [];
  /** @param {string} character @param {Weight} weight */
  const codeOf = (character, weight) => {
    const known = codes[weight].get(character) ?? opened[weight].encode(character)[0].join("");
    codes[weight].set(character, known);
    return known;
  };
  return {
    /** @param {Required<Placed>} placed */
    write: ({ text, x, y, size, weight, color }) => {
      const font = opened[weight];
      let code = "";
      for (const character of text) code += codeOf(character, weight);
      doc.page.fonts[font.id] ??= font.ref();
      const base = doc.page.height - y - (font.ascender / 1000) * size;
      written.push(`${toPaint(color)} BT 1 0 0 1 ${x.toFixed(2)} ${base.toFixed(2)} Tm /${font.id} ${size} Tf <${code}> Tj ET`);
    },
    flush: () => {
      // A page of pdfkit counts from the top.
      if (written.length > 0) doc.addContent(`q 1 0 0 -1 0 ${doc.page.height} cm\n${written.join("\n")}\nQ`);
      written = [];
    },
  };
}

/** @type {Map<string, string>} */
const paints = new Map();

/** The operator for a colour such as #1f2933. @param {string} color */
function toPaint(color) {
  const known = paints.get(color);
  if (known !== undefined) return known;
  const parts = [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3));
  const paint = `${parts.join(" ")} rg`;
  paints.set(color, paint);
  return paint;
}

/**
 * @param {PDFKit.PDFDocument} doc
 * @returns {Record<"text" | "bold" | "emoji", OpenFont>}
 */
function openFonts(doc) {
  /** @param {"text" | "bold" | "emoji"} name */
  const open = (name) => {
    doc.registerFont(name, FONTS[name]()).font(name);
    // The type leaves out the opened font, which alone says which characters it has.
    return /** @type {OpenFont} */ (/** @type {{ _font: unknown }} */ (/** @type {unknown} */ (doc))._font);
  };
  return { text: open("text"), bold: open("bold"), emoji: open("emoji") };
}

/**
 * Returns a function that leaves only characters with a glyph: others are replaced by what they are
 * compatible with, or by one mark for a sequence of unknown ones.
 * @param {Record<"text" | "emoji", Face>} faces
 */
function cleaner(faces) {
  /** @type {Map<string, string>} */
  const known = new Map();
  /** @param {string} character */
  const hasGlyph = (character) => {
    const code = character.codePointAt(0) ?? 0;
    return faces.text.hasGlyphForCodePoint(code) || faces.emoji.hasGlyphForCodePoint(code);
  };
  /** @param {string} character */
  const toDrawn = (character) => {
    if (hasGlyph(character)) return character;
    const plain = character.normalize("NFKC");
    return plain !== character && [...plain].every(hasGlyph) ? plain : UNKNOWN;
  };
  /** @param {string} text */
  return (text) => {
    const seen = text.replace(/\r\n?/g, "\n").replaceAll("\t", " ").replace(UNSEEN, "").normalize("NFC");
    if (/^[\u0020-\u00ff\n]*$/.test(seen)) return seen;
    let clean = "";
    for (const character of seen) {
      if (character === "\n") {
        clean += character;
        continue;
      }
      const drawn = known.get(character) ?? toDrawn(character);
      known.set(character, drawn);
      if (drawn !== UNKNOWN || !clean.endsWith(UNKNOWN)) clean += drawn;
    }
    return clean;
  };
}

/**
 * Returns a function that breaks text into lines at spaces, and inside words that are wider than a
 * line.
 * @param {(character: string, weight: Weight) => number} widthOf
 */
function wrapper(widthOf) {
  /** @param {string} text @param {{ width: number, size: number, weight?: Weight }} place */
  return (text, { width, size, weight = "text" }) => {
    const most = width / size;
    /** @type {string[]} */
    const lines = [];
    for (const paragraph of text.split("\n")) {
      let line = "";
      let lineWidth = 0;
      let breakAt = -1;
      for (const character of paragraph) {
        if (character === " ") breakAt = line.length;
        line += character;
        lineWidth += widthOf(character, weight);
        if (lineWidth <= most || line.length === character.length || character === " ") continue;
        const end = breakAt > 0 ? breakAt : line.length - character.length;
        lines.push(line.slice(0, end));
        line = line.slice(breakAt > 0 ? end + 1 : end);
        lineWidth = 0;
        for (const left of line) lineWidth += widthOf(left, weight);
        breakAt = -1;
      }
      lines.push(line.trimEnd());
    }
    return lines;
  };
}

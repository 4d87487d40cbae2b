/** Text in a PDF: which characters can be drawn, how wide they are, and how they break into lines. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createHanFont } from "./hanFont.mjs";
import { wrapper } from "./pdfLines.mjs";
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
const LATIN = /^[\u0020-\u00ff\n]*$/;
/** One line at its place. With a list of features it is shaped as a whole, not word by word. */
const SHAPED = { lineBreak: false, features: [] };
const UNKNOWN = "\ufffd";
/** The stroke around a Chinese character, in ems: its font is much thinner than the others. */
const HAN_STROKE = { text: 0.04, bold: 0.07 };

/** @typedef {"text" | "bold"} Weight */
/** @typedef {{ hasGlyphForCodePoint(code: number): boolean, glyphForCodePoint(code: number): { advanceWidth: number }, unitsPerEm: number }} Face */
/** @typedef {{ font: Face, name: string, id: string, ascender: number, encode(text: string): [string[], unknown], ref(): unknown }} OpenFont */
/** @typedef {{ text: string, x: number, y: number, size: number, weight?: Weight, color?: string }} Placed */

/**
 * Draws, measures and breaks text. What is drawn is kept until `flush`, which must be called on the
 * same page; `prepare` must have seen a text before anything else does.
 * @param {PDFKit.PDFDocument} doc
 */
export function createPdfText(doc) {
  const opened = openFonts(doc);
  const han = createHanFont((name, bytes) => openFont(doc, name, bytes));
  /** @param {number} code @param {Weight} weight */
  const fontOf = (code, weight) => {
    if (opened[weight].font.hasGlyphForCodePoint(code)) return opened[weight];
    return han.fontOf(code) ?? (opened.emoji.font.hasGlyphForCodePoint(code) ? opened.emoji : null);
  };
  const widthOf = widthReader((code, weight) => fontOf(code, weight) ?? opened[weight]);
  /** @param {string} text @param {number} size @param {Weight} weight */
  const measure = (text, size, weight = "text") => {
    let sum = 0;
    for (const character of text) sum += widthOf(character, weight);
    return sum * size;
  };
  const plain = plainWriter(doc, measure, (code, weight) => fontOf(code, weight) ?? opened[weight], opened.text.ascender);
  /** @param {string} character */
  const hasEmoji = (character) => opened.emoji.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
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
  return {
    /** @param {readonly string[]} texts */
    prepare: (texts) => han.prepare(missingCodes(texts, (code) => fontOf(code, "text") !== null)),
    clean: cleaner((code) => fontOf(code, "text") !== null),
    draw,
    flush: plain.flush,
    measure,
    ...wrapper(widthOf),
  };
}

/**
 * The code points without a glyph so far.
 * @param {readonly string[]} texts
 * @param {(code: number) => boolean} hasGlyph
 */
function* missingCodes(texts, hasGlyph) {
  for (const text of texts) {
    if (LATIN.test(text)) continue;
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0;
      if (!hasGlyph(code)) yield code;
    }
  }
}

/** @param {(code: number, weight: Weight) => OpenFont} fontOf */
function widthReader(fontOf) {
  /** @type {Record<Weight, Map<string, number>>} */
  const widths = { text: new Map(), bold: new Map() };
  /** The width of a character in ems. @param {string} character @param {Weight} weight */
  return (character, weight) => {
    const known = widths[weight].get(character);
    if (known !== undefined) return known;
    const code = character.codePointAt(0) ?? 0;
    const { font } = fontOf(code, weight);
    const width = font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm;
    widths[weight].set(character, width);
    return width;
  };
}

/**
 * Writes text whose characters follow one another unshaped. pdfkit would shape every word, which takes
 * ten times as long.
 * @param {PDFKit.PDFDocument} doc
 * @param {(text: string, size: number, weight: Weight) => number} measure
 * @param {(code: number, weight: Weight) => OpenFont} fontOf
 * @param {number} ascender of the common line, in thousandths
 */
function plainWriter(doc, measure, fontOf, ascender) {
  /** @typedef {{ font: OpenFont, code: string }} Encoded */
  /** @type {Record<Weight, Map<string, Encoded>>} */
  const codes = { text: new Map(), bold: new Map() };
  /** @type {string[]} */
  let written = [];
  /** @param {string} character @param {Weight} weight */
  const encode = (character, weight) => {
    const known = codes[weight].get(character);
    if (known) return known;
    const font = fontOf(character.codePointAt(0) ?? 0, weight);
    const encoded = { font, code: font.encode(character)[0].join("") };
    codes[weight].set(character, encoded);
    return encoded;
  };
  /** @param {Encoded} part @param {Omit<Required<Placed>, "text">} place */
  const writePart = ({ font, code }, { x, y, size, weight, color }) => {
    doc.page.fonts[font.id] ??= font.ref();
    const base = doc.page.height - y - (ascender / 1000) * size;
    const show = `BT 1 0 0 1 ${x.toFixed(2)} ${base.toFixed(2)} Tm /${font.id} ${size} Tf <${code}> Tj ET`;
    const paint = toPaint(color);
    const isHan = font.name.startsWith("han");
    const stroke = `${paint.toUpperCase()} ${(HAN_STROKE[weight] * size).toFixed(2)} w 2 Tr`;
    written.push(isHan ? `${paint} ${stroke} ${show} 0 Tr` : `${paint} ${show}`);
  };
  return {
    /** @param {Required<Placed>} placed */
    write: ({ text, ...place }) => {
      /** @type {Encoded | null} */
      let part = null;
      let { x } = place;
      let seen = "";
      for (const character of text) {
        const next = encode(character, place.weight);
        if (part && part.font !== next.font) {
          writePart(part, { ...place, x });
          x += measure(seen, place.size, place.weight);
          [part, seen] = [null, ""];
        }
        part = { font: next.font, code: (part?.code ?? "") + next.code };
        seen += character;
      }
      if (part) writePart(part, { ...place, x });
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
 * Adds a font to the document, which embeds the glyphs that are used.
 * @param {PDFKit.PDFDocument} doc
 * @param {string} name
 * @param {Buffer} bytes
 * @returns {OpenFont}
 */
function openFont(doc, name, bytes) {
  doc.registerFont(name, bytes).font(name);
  // The type leaves out the opened font, which alone says which characters it has.
  const { _font: opened } = /** @type {{ _font: object }} */ (/** @type {unknown} */ (doc));
  return /** @type {OpenFont} */ (Object.assign(opened, { name }));
}

/** @param {PDFKit.PDFDocument} doc */
const openFonts = (doc) => ({
  text: openFont(doc, "text", FONTS.text()),
  bold: openFont(doc, "bold", FONTS.bold()),
  emoji: openFont(doc, "emoji", FONTS.emoji()),
});

/**
 * Returns a function that leaves only characters with a glyph: others are replaced by what they are
 * compatible with, or by one mark for a sequence of unknown ones.
 * @param {(code: number) => boolean} hasCode
 */
function cleaner(hasCode) {
  /** @type {Map<string, string>} */
  const known = new Map();
  /** @param {string} character */
  const hasGlyph = (character) => hasCode(character.codePointAt(0) ?? 0);
  /** @param {string} character */
  const toDrawn = (character) => {
    if (hasGlyph(character)) return character;
    const plain = character.normalize("NFKC");
    return plain !== character && [...plain].every(hasGlyph) ? plain : UNKNOWN;
  };
  /** @param {string} text */
  return (text) => {
    const seen = text.replace(/\r\n?/g, "\n").replaceAll("\t", " ").replace(UNSEEN, "").normalize("NFC");
    if (LATIN.test(seen)) return seen;
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

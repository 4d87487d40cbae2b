/**
 * Reads contacts of text files: values with separators (.csv) and cards (.vcf). The bytes decide what
 * they are and how they are encoded.
 */
import { SheetFault } from "./sheetFault.mjs";

/** @typedef {readonly [line: number, texts: string[]]} Numbered */

/** Texts of other kinds that begin like this: markup, data, PDF, RTF, bank statements. */
const OTHER_KIND = /^\s*(?:[<{[]|%PDF|OFXHEADER)/;
/** Of a card: pictures, sounds and keys, with the lines that continue them. */
const LARGE_FIELDS = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:].*(?:\r?\n[ \t].*)*\r?\n?/gim;
const LONGEST_CARD = 20_000;
const LINES_THAT_TELL = 10;

/**
 * The text of a file: by its mark, else as UTF-16 where every second byte of the beginning is zero,
 * else as UTF-8 where it is valid, else as windows-1252. Control characters are no text.
 * @param {Buffer} file
 */
export function decodeText(file) {
  const text = new TextDecoder(encodingOf(file)).decode(file);
  // eslint-disable-next-line no-control-regex -- what is no text has them
  if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) || OTHER_KIND.test(text)) throw new SheetFault("type");
  return text;
}

/** @param {Buffer} file */
function encodingOf(file) {
  if (file[0] === 0xff && file[1] === 0xfe) return "utf-16le";
  if (file[0] === 0xfe && file[1] === 0xff) return "utf-16be";
  if (file.length >= 4 && file[1] === 0 && file[3] === 0) return "utf-16le";
  if (file.length >= 4 && file[0] === 0 && file[2] === 0) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(file);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** @param {string} text */
export const hasCards = (text) => /^\s*BEGIN:VCARD/i.test(text);

/**
 * The cards of a text, each as one text without its pictures, at the line where it begins.
 * @param {string} text
 * @returns {Generator<Numbered>}
 */
export function* cardsOf(text) {
  let [line, counted] = [1, 0];
  for (const { 0: card, index } of text.matchAll(/^BEGIN:VCARD(?:(?!^BEGIN:VCARD)[^])*?^END:VCARD/gim)) {
    for (let at = text.indexOf("\n", counted); at >= 0 && at < index; at = text.indexOf("\n", at + 1)) line += 1;
    counted = index;
    yield [line, [card.replace(LARGE_FIELDS, "").slice(0, LONGEST_CARD)]];
  }
}

/**
 * The rows of a text whose values stand between separators, in quotes where they contain one; numbered as a spreadsheet numbers them.
 * @param {string} text
 * @returns {Generator<Numbered>}
 */
export function* valuesOf(text) {
  const [, stated] = /^sep=([;,|\t])\r?\n/i.exec(text) ?? [];
  const separator = stated ?? separatorOf(text);
  const value = new RegExp(`(?:"((?:[^"]|"")*)"([^${separator}\\r\\n]*)|([^${separator}\\r\\n]*))([${separator}]|\\r\\n?|\\n|$)`, "y");
  value.lastIndex = stated === undefined ? 0 : text.indexOf("\n") + 1;
  let line = stated === undefined ? 1 : 2;
  /** @type {string[]} */
  let texts = [];
  while (value.lastIndex < text.length) {
    const [, quoted, rest = "", plain = "", end] = value.exec(text) ?? [];
    if (end === undefined) throw new SheetFault("damaged");
    texts.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + rest);
    if (end === separator) continue;
    yield [line, texts];
    line += 1;
    texts = [];
  }
  if (texts.length > 0) yield [line, texts];
}

/**
 * The separator that the first lines have most often, quotes left out.
 * @param {string} text
 */
function separatorOf(text) {
  const beginning = text
    .slice(0, 10_000)
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r?\n/, LINES_THAT_TELL);
  const often = [";", "\t", ","].map((sign) => ({ sign, count: beginning.join("\n").split(sign).length }));
  return often.reduce((best, each) => (each.count > best.count ? each : best)).sign;
}

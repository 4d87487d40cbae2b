/**
 * Chinese and Japanese in a PDF. The font comes in a hundred parts, and one is unpacked when a
 * character needs it. Its outlines are the thinnest of their family; a stroke around them makes the weight.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);

/** @typedef {import("./pdfText.mjs").OpenFont} OpenFont */

/** The parts by the code points that they have. @returns {ReadonlyMap<number, string>} */
function readParts() {
  /** @type {Record<string, string>} */
  const ranges = JSON.parse(readFileSync(require.resolve("@fontsource-variable/noto-sans-sc/unicode.json"), "utf8"));
  const parts = new Map();
  for (const [name, list] of Object.entries(ranges)) {
    const part = /^\[(\d+)\]$/.exec(name)?.[1];
    if (part === undefined) continue;
    for (const range of list.split(",")) {
      const [from = 0, until = from] = range
        .slice("U+".length)
        .split("-")
        .map((code) => Number.parseInt(code, 16));
      for (let code = from; code <= until; code += 1) parts.set(code, part);
    }
  }
  return parts;
}

/**
 * The font of characters that no other font has. `prepare` unpacks what texts need, and must be called before they are
 * measured.
 * @param {(name: string, bytes: Buffer) => OpenFont} open adds a font to the document
 */
export function createHanFont(open) {
  /** @type {ReadonlyMap<number, string> | null} */
  let parts = null;
  /** @type {Map<string, OpenFont>} */
  const opened = new Map();
  /** @param {string} part */
  const unpack = async (part) => {
    const { default: decompress } = await import("wawoff2/decompress.js");
    const folder = path.dirname(require.resolve("@fontsource-variable/noto-sans-sc/unicode.json"));
    const packed = readFileSync(path.join(folder, "files", `noto-sans-sc-${part}-wght-normal.woff2`));
    return open(`han${part}`, Buffer.from(await decompress(packed)));
  };
  return {
    /** @param {Iterable<number>} codes */
    prepare: async (codes) => {
      for (const code of codes) {
        parts ??= readParts();
        const part = parts.get(code);
        if (part !== undefined && !opened.has(part)) opened.set(part, await unpack(part));
      }
    },
    /** The prepared font that has a character; null when none has. @param {number} code */
    fontOf: (code) => {
      const font = opened.get(parts?.get(code) ?? "");
      return font?.font.hasGlyphForCodePoint(code) ? font : null;
    },
  };
}

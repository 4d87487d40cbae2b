/** How sure it is that the beginning of a file is text, and what it says. */
export type TextSample = Readonly<{
  text: string;
  /** False for bytes without control characters that are text in a code page alone. */
  isCertain: boolean;
}>;

/**
 * The beginning of a file as text: UTF-16 or UTF-32 with a byte order mark, UTF-16 without one, UTF-8, or
 * bytes of a code page without control characters; undefined otherwise. `isCut` says that the file goes on.
 */
export function readTextSample(sample: Buffer, isCut: boolean): TextSample | undefined {
  if (sample.length === 0) return undefined;
  const certain = decode(sample, isCut);
  if (certain !== undefined) return hasControls(certain) ? undefined : { text: certain, isCertain: true };
  const text = withoutEnd(sample.toString("latin1"), isCut);
  return hasControls(text) ? undefined : { text, isCertain: false };
}

function decode(sample: Buffer, isCut: boolean): string | undefined {
  if (sample.indexOf(UTF32_MARK) === 0) return decodeUtf32(sample);
  const charset = charsetOf(sample);
  // Programs cut UTF-16 anywhere, so that its last character may be half a one.
  const isWhole = !isCut && (charset === "utf-8" || sample.length % 2 === 0);
  try {
    return withoutEnd(new TextDecoder(charset, { fatal: true }).decode(sample, { stream: !isWhole }), isCut);
  } catch {
    return undefined;
  }
}

const UTF32_MARK = Buffer.from([0xff, 0xfe, 0, 0]);

function decodeUtf32(sample: Buffer): string | undefined {
  const signs = Array.from({ length: Math.floor(sample.length / 4) - 1 }, (_, at) => sample.readUInt32LE(4 + at * 4));
  return signs.every((sign) => sign <= 0x10ffff) ? String.fromCodePoint(...signs) : undefined;
}

function charsetOf(sample: Buffer): "utf-16le" | "utf-16be" | "utf-8" {
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return unmarkedCharset(sample);
}

/** Of so many letters of a language with Latin letters at least this share has an empty high byte; binary data has empty bytes on both sides. */
const LATIN_SHARE = 0.8;

/** UTF-16 without a mark, as databases export it: every other byte is empty, and none between them. */
function unmarkedCharset(sample: Buffer): "utf-16le" | "utf-16be" | "utf-8" {
  const letters = Math.floor(sample.length / 2);
  let [low, high] = [0, 0];
  for (let at = 0; at < letters * 2; at += 2) {
    if (sample[at] === 0) high += 1;
    if (sample[at + 1] === 0) low += 1;
  }
  const least = Math.max(2, letters * LATIN_SHARE);
  if (high === 0 && low >= least) return "utf-16le";
  return low === 0 && high >= least ? "utf-16be" : "utf-8";
}

/** DOS programs end a text with a mark, as banks still do. */
const withoutEnd = (text: string, isCut: boolean): string => (isCut || !text.endsWith("\u001a") ? text : text.slice(0, -1));

function hasControls(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
}

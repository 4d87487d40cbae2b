/** How sure it is that the beginning of a file is text, and what it says. */
export type TextSample = Readonly<{
  text: string;
  /** False for bytes without control characters that are text in a code page alone. */
  isCertain: boolean;
}>;

/**
 * The beginning of a file as text: UTF-16 with a byte order mark, UTF-8, or bytes of a code page without
 * control characters; undefined otherwise. `isCut` says that the file goes on.
 */
export function readTextSample(sample: Buffer, isCut: boolean): TextSample | undefined {
  if (sample.length === 0) return undefined;
  const certain = decode(sample, charsetOf(sample), isCut);
  if (certain !== undefined) return hasControls(certain) ? undefined : { text: certain, isCertain: true };
  const text = withoutEnd(sample.toString("latin1"), isCut);
  return hasControls(text) ? undefined : { text, isCertain: false };
}

function charsetOf([first, second]: Buffer): "utf-16le" | "utf-16be" | "utf-8" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function decode(sample: Buffer, charset: string, isCut: boolean): string | undefined {
  try {
    return withoutEnd(new TextDecoder(charset, { fatal: true }).decode(sample, { stream: isCut }), isCut);
  } catch {
    return undefined;
  }
}

/** DOS programs end a text with a mark, as banks still do. */
const withoutEnd = (text: string, isCut: boolean): string => (isCut || !text.endsWith("\u001a") ? text : text.slice(0, -1));

function hasControls(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
}

import type { SpoolFile } from "./cleanTree.js";

const DATA_PREFIX = /^data:[^,"]{0,200};base64,/;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/**
 * Decodes base64 into a file in pieces, wherever the text is cut. A space is read as the plus sign
 * that a badly encoded form lost.
 */
export class Base64Writer {
  #carry = "";
  #padded = false;
  #started = false;
  size = 0;

  constructor(readonly file: SpoolFile) {}

  /**
   * Takes the next piece; the first one may begin with a `data:` prefix, which is dropped. False when
   * it is not base64.
   */
  async write(piece: string): Promise<boolean> {
    const text = this.#plain(piece);
    if (text === "") return true;
    if (!BASE64.test(text) || (this.#padded && !/^=*$/.test(text))) return false;
    this.#padded ||= text.includes("=");
    const whole = this.#carry + text;
    const cut = whole.length - (whole.length % 4);
    this.#carry = whole.slice(cut);
    await this.#decode(whole.slice(0, cut));
    return true;
  }

  /** Decodes the rest and closes the file. False when the text ends in the middle of a byte. */
  async end(): Promise<boolean> {
    const rest = this.#carry.replaceAll("=", "");
    if (rest.length === 1) return false;
    await this.#decode(rest);
    await this.file.close();
    return true;
  }

  #plain(piece: string): string {
    const unprefixed = this.#started ? piece : piece.replace(DATA_PREFIX, "");
    this.#started = true;
    return unprefixed.replaceAll(" ", "+");
  }

  async #decode(text: string): Promise<void> {
    const bytes = Buffer.from(text, "base64");
    if (bytes.length === 0) return;
    this.size += bytes.length;
    await this.file.write(bytes);
  }
}

/** Whether a whole text, or the start of one, could be base64. */
export function looksLikeBase64(text: string): boolean {
  const body = text.replace(DATA_PREFIX, "");
  return body !== "" && BASE64.test(body.replaceAll(" ", "+"));
}

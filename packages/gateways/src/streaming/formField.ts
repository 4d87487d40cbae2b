const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;
const LONGEST_NAME = 200;

/** Thrown when the bytes are not a URL-encoded form with the wanted field exactly once. */
export class MalformedFormError extends Error {
  override readonly name = "MalformedFormError";
}

/**
 * Finds one field of an `application/x-www-form-urlencoded` body and decodes it while it streams.
 */
export class FormField {
  #name = "";
  #inName = true;
  #wanted = false;
  #found = false;
  #hexDigits = -1;
  #hex = 0;

  constructor(private readonly field: string) {}

  /**
   * The decoded bytes of the wanted field in this chunk; often none. Throws MalformedFormError. All
   * characters with a meaning in a form are below `,`.
   */
  decode(chunk: Uint8Array): Buffer {
    const out = Buffer.allocUnsafe(chunk.length);
    let length = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.#wanted && this.#hexDigits === -1 && byte > PLUS) {
        out[length] = byte;
        length += 1;
        continue;
      }
      const plain = this.#hexDigits >= 0 ? this.#readHex(byte) : this.#readPlain(byte);
      if (plain === -1) continue;
      if (this.#wanted) {
        out[length] = plain;
        length += 1;
      } else if (this.#inName) {
        this.#name += String.fromCharCode(plain);
        if (this.#name.length > LONGEST_NAME) throw new MalformedFormError("a field's name is too long");
      }
    }
    return out.subarray(0, length);
  }

  /** Call at the end of the body. Throws MalformedFormError when the field was missing. */
  end(): void {
    if (this.#hexDigits >= 0) throw new MalformedFormError("the form ends inside an escape");
    if (!this.#found) throw new MalformedFormError(`the form has no field ${this.field}`);
  }

  /** One byte outside an escape: its value, or −1 for a separator or the start of an escape. */
  #readPlain(byte: number): number {
    if (byte === PERCENT) {
      this.#hexDigits = 0;
      this.#hex = 0;
      return -1;
    }
    if (byte === AMPERSAND) {
      this.#inName = true;
      this.#wanted = false;
      this.#name = "";
      return -1;
    }
    if (byte === EQUALS && this.#inName) {
      this.#inName = false;
      this.#wanted = this.#name === this.field;
      if (this.#wanted && this.#found) throw new MalformedFormError(`the field ${this.field} is there twice`);
      this.#found ||= this.#wanted;
      return -1;
    }
    return byte === PLUS ? SPACE : byte;
  }

  #readHex(byte: number): number {
    const digit = hexValue(byte);
    if (digit === -1) throw new MalformedFormError("a wrong escape");
    this.#hex = this.#hex * 16 + digit;
    this.#hexDigits += 1;
    if (this.#hexDigits < 2) return -1;
    this.#hexDigits = -1;
    return this.#hex;
  }
}

function hexValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lowered = byte | 0x20;
  return lowered >= 0x61 && lowered <= 0x66 ? lowered - 0x57 : -1;
}

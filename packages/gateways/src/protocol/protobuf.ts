/**
 * The fields of a protobuf message to read: by number, with name and type. All other fields are
 * skipped.
 */
export interface ProtobufShape {
  readonly [field: number]: { readonly name: string; readonly holds: "text" | (() => ProtobufShape) };
}

const VARINT = 0;
const EIGHT_BYTES = 1;
const DELIMITED = 2;
const FOUR_BYTES = 5;
/** Deeper than any message of WhatsApp. */
const DEEPEST = 16;

/**
 * The named fields of a protobuf message; the last value of a repeated field. Throws RangeError for
 * invalid bytes.
 */
export function readProtobuf(bytes: Buffer, shape: ProtobufShape, depth = 0): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const reader = new Reader(bytes);
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    const field = shape[Math.floor(tag / 8)];
    const wireType = tag % 8;
    if (wireType !== DELIMITED) reader.skip(wireType);
    else {
      const value = reader.delimited();
      if (field === undefined || depth === DEEPEST) continue;
      found[field.name] = field.holds === "text" ? value.toString() : readProtobuf(value, field.holds(), depth + 1);
    }
  }
  return found;
}

class Reader {
  #at = 0;

  constructor(private readonly bytes: Buffer) {}

  get isAtEnd(): boolean {
    return this.#at >= this.bytes.length;
  }

  varint(): number {
    let value = 0;
    for (let place = 0; place < 10; place += 1) {
      const byte = this.bytes.readUInt8(this.#at);
      this.#at += 1;
      value += (byte & 0x7f) * 2 ** (7 * place);
      if (byte < 0x80) return value;
    }
    throw new RangeError("a number of more than ten bytes");
  }

  delimited(): Buffer {
    const length = this.varint();
    this.#move(length);
    return this.bytes.subarray(this.#at - length, this.#at);
  }

  skip(wireType: number): void {
    if (wireType === VARINT) this.varint();
    else if (wireType === EIGHT_BYTES) this.#move(8);
    else if (wireType === FOUR_BYTES) this.#move(4);
    else throw new RangeError("an unknown wire type");
  }

  #move(count: number): void {
    if (this.#at + count > this.bytes.length) throw new RangeError("the bytes end early");
    this.#at += count;
  }
}

/** Thrown when a document exceeds its memory limit. */
export class MemoryLimitError extends Error {
  override readonly name = "MemoryLimitError";
}

/**
 * Bytes that grow up to a limit. Appended bytes are copied, so that no network chunk stays in
 * memory.
 */
export class ByteBuffer {
  #bytes = Buffer.allocUnsafe(4096);
  #length = 0;

  constructor(private readonly limit: number) {}

  get length(): number {
    return this.#length;
  }

  append(source: Uint8Array, from = 0, to = source.length): void {
    const needed = this.#length + to - from;
    if (needed > this.limit) throw new MemoryLimitError("the document is too large");
    if (needed > this.#bytes.length) this.#grow(needed);
    this.#bytes.set(source.subarray(from, to), this.#length);
    this.#length = needed;
  }

  /** The bytes from an offset on; a view that the next call may invalidate. */
  from(offset: number): Buffer {
    return this.#bytes.subarray(offset, this.#length);
  }

  truncate(length: number): void {
    this.#length = length;
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.min(this.limit, Math.max(needed, this.#bytes.length * 2)));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

import { Base64Writer, looksLikeBase64 } from "./base64Writer.js";
import { ByteBuffer } from "./byteBuffer.js";
import { cleanTree, type OpenSpool, type SpoolFile } from "./cleanTree.js";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const MAX_DEPTH = 64;
const PIECE = 64 * 1024;
const SURE_BY = 4096;

/** Thrown when the bytes are not one JSON document. */
export class MalformedJsonError extends Error {
  override readonly name = "MalformedJsonError";
}

export interface JsonSpoolerOptions {
  /** Limit of the document in memory, without its spooled strings. */
  readonly memoryLimitBytes: number;
  readonly spool: OpenSpool;
  /**
   * Names (lower case) whose values are base64 media: they are always spooled, and lost plus signs
   * restored. No other text is spooled.
   */
  readonly mediaKeys: readonly string[];
}

/** The destination of the string being read: undecided, text, a file, or dropped. */
type Mode = "open" | "text" | "spool" | "skip";

/**
 * Reads a JSON document that arrives in pieces cut anywhere. Values of media keys are decoded into
 * files while they arrive and are replaced by `{ "$file": id, "size": bytes }`; JSON.parse reads the
 * rest, and a value that is not base64 keeps its beginning as text.
 */
export class JsonSpooler {
  readonly files: SpoolFile[] = [];
  readonly #document: ByteBuffer;
  readonly #options: JsonSpoolerOptions;
  #place: "outside" | "string" | "escape" = "outside";
  #mode: Mode = "open";
  #depth = 0;
  #lastMark = 0;
  #lastString = { from: 0, to: 0 };
  #stringStart = 0;
  #escape = "";
  #kept: Buffer = Buffer.alloc(0);
  #writer: Base64Writer | null = null;

  constructor(options: JsonSpoolerOptions) {
    this.#options = options;
    this.#document = new ByteBuffer(options.memoryLimitBytes);
  }

  /** Takes the next bytes. Rejects with MalformedJsonError or MemoryLimitError. */
  async write(chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length; from += PIECE) await this.#read(chunk.subarray(from, from + PIECE));
  }

  async #read(chunk: Buffer): Promise<void> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#place === "outside") at = this.#readOutside(chunk, at);
      else if (this.#place === "escape") at = await this.#readEscape(chunk, at);
      else at = await this.#readString(chunk, at);
    }
  }

  /** The document, its texts clean for jsonb. Rejects with MalformedJsonError. */
  end(): unknown {
    if (this.#place !== "outside") throw new MalformedJsonError("the document ends inside a string");
    try {
      const parsed: unknown = JSON.parse(this.#document.from(0).toString("utf8"));
      return cleanTree(parsed, new Set(this.files.map((file) => file.id)));
    } catch {
      throw new MalformedJsonError("not a JSON document");
    }
  }

  /** Deletes every file that was opened. */
  async discard(): Promise<void> {
    await Promise.all(this.files.splice(0).map((file) => file.remove()));
  }

  #readOutside(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === QUOTE) break;
      this.#readMark(byte);
    }
    this.#document.append(chunk, from, at);
    if (at === chunk.length) return at;
    const isMedia = this.#lastMark === COLON && this.#options.mediaKeys.includes(this.#lastName());
    this.#stringStart = this.#document.length;
    this.#document.append(chunk, at, at + 1);
    this.#place = "string";
    this.#mode = isMedia ? "open" : "text";
    return at + 1;
  }

  #readMark(byte: number): void {
    if (byte === 0x7b || byte === 0x5b) this.#depth += 1;
    if (byte === 0x7d || byte === 0x5d) this.#depth -= 1;
    if (this.#depth > MAX_DEPTH) throw new MalformedJsonError("nested too deeply");
    if (byte > 0x20) this.#lastMark = byte;
  }

  #lastName(): string {
    return this.#document
      .from(this.#lastString.from)
      .subarray(0, this.#lastString.to - this.#lastString.from)
      .toString("latin1")
      .toLowerCase();
  }

  async #readString(chunk: Buffer, from: number): Promise<number> {
    const quote = chunk.indexOf(QUOTE, from);
    const end = quote === -1 ? chunk.length : quote;
    const backslash = chunk.subarray(from, end).indexOf(BACKSLASH);
    if (backslash !== -1) {
      await this.#take(chunk, from, from + backslash);
      this.#place = "escape";
      this.#escape = "\\";
      return from + backslash + 1;
    }
    await this.#take(chunk, from, end);
    if (quote === -1) return end;
    await this.#endString();
    return quote + 1;
  }

  async #readEscape(chunk: Buffer, from: number): Promise<number> {
    this.#escape += chunk.toString("latin1", from, from + 1);
    if (this.#escape.length === (this.#escape[1] === "u" ? 6 : 2)) {
      this.#place = "string";
      if (this.#mode === "spool") await this.#spoolText(unescape(this.#escape).replace(/[\r\n]/, ""));
      else await this.#take(Buffer.from(this.#escape, "latin1"), 0, this.#escape.length);
    }
    return from + 1;
  }

  async #take(chunk: Buffer, from: number, to: number): Promise<void> {
    if (from === to || this.#mode === "skip") return;
    if (this.#mode === "spool") return this.#spoolText(chunk.toString("latin1", from, to));
    this.#document.append(chunk, from, to);
    if (this.#mode === "open" && this.#document.length - this.#stringStart > SURE_BY) await this.#startSpool();
    return undefined;
  }

  /** Moves the string read so far into a file, when it looks like base64. */
  async #startSpool(): Promise<void> {
    const raw = this.#document.from(this.#stringStart + 1);
    const text = unescape(raw.toString("latin1")).replace(/[\r\n]/g, "");
    if (!looksLikeBase64(text)) {
      this.#mode = "text";
      return;
    }
    this.#kept = Buffer.from(raw);
    const file = await this.#options.spool();
    this.files.push(file);
    this.#writer = new Base64Writer(file);
    this.#mode = "spool";
    this.#document.truncate(this.#stringStart);
    await this.#spoolText(text);
  }

  async #spoolText(text: string): Promise<void> {
    if (this.#writer !== null && !(await this.#writer.write(text))) await this.#giveUp(this.#writer);
  }

  /**
   * Handles a string that is not base64 after all: its first part stays as text, the rest is
   * dropped.
   */
  async #giveUp(writer: Base64Writer): Promise<void> {
    await writer.file.remove();
    this.files.splice(this.files.indexOf(writer.file), 1);
    this.#writer = null;
    this.#mode = "skip";
    this.#document.append(Buffer.from('"'));
    this.#document.append(this.#kept);
  }

  async #endString(): Promise<void> {
    if (this.#mode === "open" && this.#document.length > this.#stringStart + 1) await this.#startSpool();
    if (this.#writer !== null && !(await this.#writer.end())) await this.#giveUp(this.#writer);
    if (this.#writer === null) {
      this.#document.append(Buffer.from('"'));
      this.#lastString = { from: this.#stringStart + 1, to: this.#document.length - 1 };
    } else {
      this.#document.append(Buffer.from(JSON.stringify({ $file: this.#writer.file.id, size: this.#writer.size })));
    }
    this.#writer = null;
    this.#lastMark = QUOTE;
    this.#place = "outside";
  }
}

function unescape(raw: string): string {
  try {
    const text: unknown = JSON.parse(`"${raw}"`);
    return typeof text === "string" ? text : "";
  } catch {
    throw new MalformedJsonError("a string with a wrong escape");
  }
}

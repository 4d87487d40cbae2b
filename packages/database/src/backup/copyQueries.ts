import { Buffer } from "node:buffer";
import type pg from "pg";

/** The part of pg's connection that COPY uses; @types/pg does not describe it. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  sendCopyFail(message: string): void;
  endCopyFrom(): void;
  readonly stream: { pause(): void; resume(): void };
}

const PIECE_BYTES = 4 * 1024 * 1024;
/** Pieces that wait for their reader before the server is slowed down. */
const MOST_WAITING = 2;

/** A query of pg's protocol that ends with the rows that COPY counted. */
abstract class CopyQuery {
  /** pg calls it when the connection is lost. */
  readonly callback = (error: Error | null): void => {
    if (error) this.handleError(error);
  };
  readonly done: Promise<number>;
  #resolve: (rows: number) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #rows = 0;

  constructor(readonly text: string) {
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.done.catch(() => undefined);
  }

  submit(connection: CopyConnection): null {
    connection.query(this.text);
    return null;
  }

  handleCommandComplete(message: { readonly text: string }): void {
    this.#rows = Number(/^COPY (\d+)/.exec(message.text)?.[1] ?? 0);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rows);
  }

  handleError(error: unknown): void {
    this.#reject(error);
  }

  handleEmptyQuery(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  abstract handleCopyData(message: { readonly chunk: Buffer }, connection: CopyConnection): void;
  abstract handleCopyInResponse(connection: CopyConnection): void;
}

class CopyOut extends CopyQuery {
  readonly waiting: Buffer[] = [];
  #piece = Buffer.allocUnsafe(PIECE_BYTES);
  #filled = 0;
  #connection: CopyConnection | null = null;
  #wake: () => void = () => undefined;
  isOver = false;

  /** A chunk is one row, in a buffer that pg uses again, so it is copied. No row is divided among two pieces. */
  override handleCopyData({ chunk }: { readonly chunk: Buffer }, connection: CopyConnection): void {
    this.#connection = connection;
    if (this.#filled + chunk.length > this.#piece.length) this.#flush(chunk.length);
    this.#filled += chunk.copy(this.#piece, this.#filled);
    if (this.waiting.length >= MOST_WAITING) connection.stream.pause();
  }

  override handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFail("nothing is copied in");
  }

  override handleReadyForQuery(): void {
    this.#flush(0);
    this.isOver = true;
    super.handleReadyForQuery();
    this.#wake();
  }

  override handleError(error: unknown): void {
    this.isOver = true;
    super.handleError(error);
    this.#wake();
  }

  #flush(nextRowBytes: number): void {
    if (this.#filled > 0) this.waiting.push(this.#piece.subarray(0, this.#filled));
    this.#piece = Buffer.allocUnsafe(Math.max(nextRowBytes, PIECE_BYTES));
    this.#filled = 0;
    this.#wake();
  }

  take(): Buffer | undefined {
    const piece = this.waiting.shift();
    if (this.waiting.length < MOST_WAITING) this.#connection?.stream.resume();
    return piece;
  }

  changed(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}

class CopyIn extends CopyQuery {
  constructor(
    text: string,
    readonly rows: Buffer,
  ) {
    super(text);
  }

  override handleCopyData(): void {}

  override handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.rows);
    connection.endCopyFrom();
  }
}

/** Runs a `COPY … TO STDOUT` and yields its text in pieces of about 4 MB, each of whole rows; returns the number of rows. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number> {
  const query = client.query(new CopyOut(text) as unknown as pg.Submittable) as unknown as CopyOut;
  for (;;) {
    const piece = query.take();
    if (piece !== undefined) yield piece;
    else if (query.isOver) return query.done;
    else await query.changed();
  }
}

/** Runs a `COPY … FROM STDIN` with one piece, and returns the number of rows. */
export async function copyIn(client: pg.Client, text: string, rows: Buffer): Promise<number> {
  const query = new CopyIn(text, rows);
  client.query(query as unknown as pg.Submittable);
  return query.done;
}

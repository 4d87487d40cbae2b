import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A file of a zip archive; its bytes are read when its turn comes. */
export interface ZipEntry {
  /** A relative path with slashes. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** The first day that the format knows: an archive says nothing about when its files were made. */
const DAY = new Date(1980, 0, 1);

/**
 * Writes a zip archive while its entries are read, one after the other. Throws what the reading of an entry throws; who stops early stops
 * the reading.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const stop = new AbortController();
  const fail = (error: unknown) => output.destroy(error as Error);
  zip.on("error", fail);
  addAll(zip, entries, stop.signal).catch(fail);
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    stop.abort();
  }
}

/** Asks for an entry when the one before it was read. */
async function addAll(zip: ZipFile, entries: AsyncIterable<ZipEntry>, signal: AbortSignal): Promise<void> {
  for await (const { name, bytes } of entries) {
    const source = Readable.from(bytes, { objectMode: false, signal });
    zip.addReadStreamLazy(name, { mtime: DAY, forceDosTimestamp: true }, (give) => give(null, source));
    await finished(source);
  }
  zip.end();
}

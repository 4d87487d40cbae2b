import type { FileHandle } from "node:fs/promises";
import type { ImageSize } from "./imageSize.js";

/** The boxes around the header of a track, and around what its samples are. */
const SIZE = ["moov", "trak", "tkhd"] as const;
const SAMPLES = ["moov", "trak", "mdia", "minf", "stbl", "stsd"] as const;
/** More boxes than this are not looked at, because the file may be hostile. */
const MAX_BOXES = 500;
const SHORT_HEADER = 8;
const LONG_HEADER = 16;
const TRACK_BYTES = 104;
/** Version, flags and number of entries, then the length and the code of the first one. */
const SAMPLE_BYTES = 16;
/** Codes of HEVC in a file (ISO/IEC 14496-15). */
const HEVC: ReadonlySet<string> = new Set(["hvc1", "hev1"]);

/** A part of the file, from its first byte to the one after its last. */
interface Span {
  readonly from: number;
  readonly until: number;
}

interface Reader {
  readonly read: (position: number, length: number) => Promise<Buffer>;
  /** How many boxes may still be looked at. */
  left: number;
}

/**
 * Width and height in pixels of the first picture track of an mp4, as it is shown; undefined where
 * its boxes do not say.
 */
export function readMp4Size(handle: FileHandle, size: number): Promise<ImageSize | undefined> {
  return find(openReader(handle), { from: 0, until: size }, { path: SIZE, bytes: TRACK_BYTES, toFound: toShownSize });
}

/** Whether the film in an mp4 is HEVC, which not every browser plays; its name and type do not say. */
export async function isHevc(handle: FileHandle, size: number): Promise<boolean> {
  const toFound = (samples: Buffer) => (HEVC.has(samples.toString("latin1", 12, SAMPLE_BYTES)) ? true : undefined);
  return (await find(openReader(handle), { from: 0, until: size }, { path: SAMPLES, bytes: SAMPLE_BYTES, toFound })) === true;
}

function openReader(handle: FileHandle): Reader {
  const read: Reader["read"] = async (position, length) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
  return { read, left: MAX_BOXES };
}

interface Wanted<T> {
  readonly path: readonly string[];
  /** How much of the last box is read. */
  readonly bytes: number;
  readonly toFound: (box: Buffer) => T | undefined;
}

/** What the first box at a path says, of those that say something. */
async function find<T>(reader: Reader, within: Span, wanted: Wanted<T>, depth = 0): Promise<T | undefined> {
  const { path, bytes, toFound } = wanted;
  for await (const box of boxesIn(reader, within)) {
    if (box.type !== path[depth]) continue;
    const isLast = depth === path.length - 1;
    const found = isLast
      ? toFound(await reader.read(box.from, Math.min(bytes, box.until - box.from)))
      : await find(reader, box, wanted, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function* boxesIn(reader: Reader, { from, until }: Span): AsyncGenerator<Span & { readonly type: string }> {
  for (let at = from; at + SHORT_HEADER <= until && reader.left > 0; reader.left -= 1) {
    const head = await reader.read(at, LONG_HEADER);
    const { length, header } = measure(head, until - at);
    if (length < header) return;
    yield { type: head.toString("latin1", 4, 8), from: at + header, until: Math.min(until, at + length) };
    at += length;
  }
}

/** How long a box and its header are. A length of 0 is the rest of the file, 1 a longer number that follows. */
function measure(head: Buffer, rest: number): { readonly length: number; readonly header: number } {
  if (head.length < LONG_HEADER) return { length: 0, header: SHORT_HEADER };
  const short = head.readUInt32BE(0);
  if (short === 1) return { length: Number(head.readBigUInt64BE(8)), header: LONG_HEADER };
  return { length: short === 0 ? rest : short, header: SHORT_HEADER };
}

/** The size in a track's header; tracks of sound have none. */
function toShownSize(track: Buffer): ImageSize | undefined {
  const matrix = track[0] === 1 ? 52 : 40;
  if (track.length < matrix + 44) return undefined;
  const width = track.readUInt32BE(matrix + 36) >>> 16;
  const height = track.readUInt32BE(matrix + 40) >>> 16;
  if (width === 0 || height === 0) return undefined;
  // A quarter turn writes x into y, so the first number of the matrix is zero.
  return track.readInt32BE(matrix) === 0 ? { width: height, height: width } : { width, height };
}

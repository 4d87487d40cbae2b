import type { FileHandle } from "node:fs/promises";

const samplesPerSecond = 48_000;
/** A page is at most 65,307 bytes long, so the last page begins within this tail. */
const tailBytes = 65_307;
/** A longer duration is a lie of the file, and may be one that no column can hold. */
const longestMs = 24 * 60 * 60 * 1_000;

/**
 * Duration in milliseconds of an Ogg/Opus voice note, from its last granule position; undefined for
 * other or broken files, and for more than a day.
 */
export async function readOpusDuration(handle: FileHandle, size: number): Promise<number | undefined> {
  const head = await readAt(handle, 0, 4_096);
  if (head.length < 47 || head.toString("latin1", 0, 4) !== "OggS") return undefined;
  const serial = head.readUInt32LE(14);
  const packet = 27 + (head[26] ?? 0);
  if (head.toString("latin1", packet, packet + 8) !== "OpusHead" || head.length < packet + 12) return undefined;
  const preSkip = head.readUInt16LE(packet + 10);

  const from = Math.max(0, size - tailBytes);
  const granule = lastGranule(await readAt(handle, from, size - from), serial);
  if (granule === undefined || granule < preSkip) return undefined;
  const durationMs = Math.round(((granule - preSkip) / samplesPerSecond) * 1_000);
  return durationMs <= longestMs ? durationMs : undefined;
}

/** What begins the first packet of a stream in an Ogg that is no Opus (RFC 7845 names Opus; xiph.org the others). */
const OTHER_STREAMS: Readonly<Record<string, string>> = { "\u0001vorbis": "vorbis", "Speex   ": "speex", "\u007fFLAC": "flac" };

/** How the sound in an Ogg is written where it is not Opus, the only one that every phone plays. */
export async function readOggCodec(handle: FileHandle): Promise<string | undefined> {
  const head = (await readAt(handle, 0, 512)).toString("latin1");
  const packet = 27 + head.charCodeAt(26);
  return Object.entries(OTHER_STREAMS).find(([begin]) => head.startsWith(begin, packet))?.[1];
}

/**
 * The granule position of the last page of the stream; a page that ends no packet has none (all
 * bits set).
 */
function lastGranule(tail: Buffer, serial: number): number | undefined {
  for (let at = tail.lastIndexOf("OggS"); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf("OggS", at - 1)) {
    if (at + 27 > tail.length || tail[at + 4] !== 0 || tail.readUInt32LE(at + 14) !== serial) continue;
    const granule = tail.readBigInt64LE(at + 6);
    if (granule >= 0n && granule <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(granule);
  }
  return undefined;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

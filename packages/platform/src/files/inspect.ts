import { open, type FileHandle } from "node:fs/promises";
import { sniffContentType } from "./contentType.js";
import { FileError, type FileErrorCode } from "./fileError.js";
import { extensionOf } from "./fileName.js";
import { readImageSize } from "./imageSize.js";
import { isHevc, readMp4Size } from "./mp4Size.js";
import { isProgram } from "./programs.js";

export type Inspection = Readonly<{
  mime: string;
  extension: string;
  width: number | undefined;
  height: number | undefined;
  durationMs: number | undefined;
  channels: number | undefined;
  depth: number | undefined;
  moves: boolean | undefined;
  /** How a film in an mp4 or a sound in an Ogg is written, as browsers are asked about it, where not every one plays it. */
  codec: string | undefined;
  /** The code of its refusal where it is dangerous and was kept. */
  danger: FileErrorCode | null;
}>;

/** Why a file is refused for its danger: its name ends as one that is blocked, or its content is a program (D-067). */
type Danger = "blocked" | "program";

const DANGERS: Readonly<Record<Danger, string>> = {
  blocked: "Files with this extension are blocked.",
  program: "The content is a program.",
};

const samplesPerSecond = 48_000;
/** A page is at most 65,307 bytes long, so the last page begins within this tail. */
const tailBytes = 65_307;
/** A longer duration is a lie of the file, and may be one that no column can hold. */
const longestMs = 24 * 60 * 60 * 1_000;

/**
 * Duration in milliseconds of an Ogg/Opus voice note, from its last granule position; undefined for
 * other or broken files, and for more than a day.
 */
async function readOpusDuration(handle: FileHandle, size: number): Promise<number | undefined> {
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
async function readOggCodec(handle: FileHandle): Promise<string | undefined> {
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

/**
 * The type and the size of the complete file at `path`, by its content. Throws FileError for a
 * dangerous one, unless that is kept (`keepsDanger`): then it has neither type nor size.
 */
export async function inspect(
  path: string,
  {
    originalName,
    declaredMime,
    size,
    blocked,
    keepsDanger = false,
  }: Readonly<{ originalName: string; declaredMime: string; size: number; blocked: ReadonlySet<string>; keepsDanger?: boolean }>,
): Promise<Inspection> {
  const endOf = (danger: Danger): Inspection => {
    const refusal = new FileError(danger, DANGERS[danger]);
    if (!keepsDanger) throw refusal;
    return { ...UNREAD, danger: refusal.code };
  };
  if (blocked.has(extensionOf(originalName))) return endOf("blocked");
  const handle = await open(path, "r");
  try {
    if (await isProgram(handle)) return endOf("program");
    const { mime, extension } = await sniffContentType(path, handle, declaredMime, originalName);
    if (blocked.has(extension)) return endOf("program");
    const image = await readImageSize(handle, mime);
    const shown = image ?? (mime === "video/mp4" ? await readMp4Size(handle, size) : undefined);
    const durationMs = mime === "audio/ogg" ? await readOpusDuration(handle, size) : undefined;
    const codec = await codecOf(handle, { mime, size });
    return { ...UNREAD, ...shown, mime, extension, durationMs, codec };
  } finally {
    await handle.close();
  }
}

async function codecOf(handle: FileHandle, { mime, size }: Readonly<{ mime: string; size: number }>): Promise<string | undefined> {
  if (mime === "audio/ogg") return readOggCodec(handle);
  return mime === "video/mp4" && (await isHevc(handle, size)) ? HEVC_MAIN : undefined;
}

/** The profile of films of phones (RFC 6381). */
const HEVC_MAIN = "hvc1.1.6.L93.B0";

const UNREAD = {
  mime: "application/octet-stream",
  extension: "bin",
  width: undefined,
  height: undefined,
  durationMs: undefined,
  channels: undefined,
  depth: undefined,
  moves: undefined,
  codec: undefined,
  danger: null,
} as const;

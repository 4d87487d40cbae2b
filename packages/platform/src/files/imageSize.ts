import type { FileHandle } from "node:fs/promises";

export type ImageSize = Readonly<{
  width: number;
  height: number;
  /** Colours of each dot, of a jpeg or png. */
  channels?: number;
  /** Bits of each colour, of a jpeg or png. */
  depth?: number;
  /** Whether a webp is a moving one. */
  moves?: boolean;
}>;

/** Reads `length` bytes at `position`; fewer at the end of the file. */
type Read = (position: number, length: number) => Promise<Buffer>;

/**
 * Width and height in pixels, as the picture is shown, from the header of a jpeg, png, gif or webp;
 * undefined for a broken header or another type.
 */
export async function readImageSize(handle: FileHandle, mime: string): Promise<ImageSize | undefined> {
  const read: Read = async (position, length) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
  const found = await readSize(read, mime);
  // A side of zero makes no area, so that the other one may be any number.
  return found && found.width > 0 && found.height > 0 ? found : undefined;
}

async function readSize(read: Read, mime: string): Promise<ImageSize | undefined> {
  switch (mime) {
    case "image/png":
      return toPngSize(await read(0, PNG_BYTES));
    case "image/gif":
      return toGifSize(await read(0, 10));
    case "image/webp":
      return toWebpSize(await read(0, 30));
    case "image/jpeg":
      return readJpegSize(read);
    default:
      return undefined;
  }
}

const PNG_BYTES = 26;
/** By the type of colour: grey, colour, a palette of colours, grey and colour with transparency. */
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
const PALETTE = 3;

function toPngSize(head: Buffer): ImageSize | undefined {
  if (head.length < 24 || head.toString("latin1", 12, 16) !== "IHDR") return undefined;
  const [depth = 8, colour = 2] = head.subarray(24);
  // A palette has colours of 8 bits, however few there are.
  return {
    width: head.readUInt32BE(16),
    height: head.readUInt32BE(20),
    channels: PNG_CHANNELS[colour] ?? 3,
    depth: colour === PALETTE ? 8 : depth,
  };
}

function toGifSize(head: Buffer): ImageSize | undefined {
  if (head.length < 10 || !head.toString("latin1", 0, 6).startsWith("GIF8")) return undefined;
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}

/** The flag of a moving picture in a webp (RFC 9649, 2.7). */
const WEBP_MOVES = 0x02;

function toWebpSize(head: Buffer): ImageSize | undefined {
  if (head.length < 30 || head.toString("latin1", 8, 12) !== "WEBP") return undefined;
  switch (head.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1, moves: ((head[20] ?? 0) & WEBP_MOVES) !== 0 };
    case "VP8L": {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, moves: false };
    }
    case "VP8 ":
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff, moves: false };
    default:
      return undefined;
  }
}

/** Bytes to skip at a marker that has no body, a fill byte included; null where a body follows. */
function lengthWithoutBody(marker: number): number | null {
  if (marker === 0xff) return 1;
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8) ? 2 : null;
}

/** Whether a marker begins a frame header, which has the size. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/**
 * Reads the segments up to the frame header; gives up after 1,000 segments, because the file may be
 * hostile.
 */
async function readJpegSize(read: Read): Promise<ImageSize | undefined> {
  let position = 2;
  let isTurned = false;
  for (let segments = 0; segments < 1_000; segments += 1) {
    const head = await read(position, 10);
    if (head.length < 9 || head[0] !== 0xff) return undefined;
    const marker = head[1] ?? 0;
    const length = lengthWithoutBody(marker);
    if (length !== null) {
      position += length;
      continue;
    }
    if (isFrame(marker)) return toFrame(head, isTurned);
    if (marker === 0xe1) isTurned ||= await readIsTurned(read, position);
    if (marker === 0xda || marker === 0xd9) return undefined;
    position += 2 + head.readUInt16BE(2);
  }
  return undefined;
}

function toFrame(head: Buffer, isTurned: boolean): ImageSize {
  const [height, width] = [head.readUInt16BE(5), head.readUInt16BE(7)];
  const [depth, channels] = [head[4], head[9]];
  const colours = { ...(channels !== undefined && { channels }), ...(depth !== undefined && { depth }) };
  return { ...(isTurned ? { width: height, height: width } : { width, height }), ...colours };
}

const ORIENTATION = 0x0112;
/** Exif writes the orientation in the first entries of its segment. */
const EXIF_BYTES = 512;

/** Whether the Exif segment at `position` says that the picture is shown lying on its side. */
async function readIsTurned(read: Read, position: number): Promise<boolean> {
  const exif = await read(position + 4, EXIF_BYTES);
  if (exif.toString("latin1", 0, 6) !== "Exif\0\0") return false;
  const tiff = exif.subarray(6);
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const at16 = (at: number): number => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const at32 = (at: number): number => (at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const entries = at32(4);
  for (let entry = 0; entry < Math.min(at16(entries), 40); entry += 1) {
    const at = entries + 2 + entry * 12;
    if (at16(at) === ORIENTATION) return at16(at + 8) >= 5;
  }
  return false;
}

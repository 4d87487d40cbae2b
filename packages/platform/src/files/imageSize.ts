import type { FileHandle } from "node:fs/promises";

export type ImageSize = Readonly<{ width: number; height: number }>;

/** Reads `length` bytes at `position`; fewer at the end of the file. */
type Read = (position: number, length: number) => Promise<Buffer>;

/** Width and height in pixels from the header of a jpeg, png, gif or webp; undefined when the header is broken or the type is another. */
export async function readImageSize(handle: FileHandle, mime: string): Promise<ImageSize | undefined> {
  const read: Read = async (position, length) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
  switch (mime) {
    case "image/png":
      return toPngSize(await read(0, 24));
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

function toPngSize(head: Buffer): ImageSize | undefined {
  if (head.length < 24 || head.toString("latin1", 12, 16) !== "IHDR") return undefined;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

function toGifSize(head: Buffer): ImageSize | undefined {
  if (head.length < 10 || !head.toString("latin1", 0, 6).startsWith("GIF8")) return undefined;
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}

function toWebpSize(head: Buffer): ImageSize | undefined {
  if (head.length < 30 || head.toString("latin1", 8, 12) !== "WEBP") return undefined;
  switch (head.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

/** Walks the segments up to the frame header; a hostile file of tiny segments is given up after 1,000. */
async function readJpegSize(read: Read): Promise<ImageSize | undefined> {
  let position = 2;
  for (let segments = 0; segments < 1_000; segments += 1) {
    const head = await read(position, 9);
    if (head.length < 9 || head[0] !== 0xff) return undefined;
    const marker = head[1] ?? 0;
    if (marker === 0xff) {
      position += 1;
      continue;
    }
    const isStandalone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (isStandalone) {
      position += 2;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: head.readUInt16BE(7), height: head.readUInt16BE(5) };
    if (marker === 0xda || marker === 0xd9) return undefined;
    position += 2 + head.readUInt16BE(2);
  }
  return undefined;
}

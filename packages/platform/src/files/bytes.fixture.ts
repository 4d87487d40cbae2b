import { crc32, deflateSync } from "node:zlib";

/**
 * Files of given types, written byte by byte from the format descriptions, for tests of their
 * readers.
 */

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.alloc(64))), chunk("IEND", Buffer.alloc(0))]);
}

/** A jpeg whose frame header follows an Exif segment of the given length. */
export function jpeg(width: number, height: number, exifBytes = 20_000): Buffer {
  const exif = Buffer.alloc(exifBytes + 4);
  exif.set([0xff, 0xe1]);
  exif.writeUInt16BE(exifBytes + 2, 2);
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), exif, frame, Buffer.from([0xff, 0xda, 0, 2, 0, 0, 0xff, 0xd9])]);
}

/** A jpeg with an Exif orientation, in both byte orders of its header. */
export function turnedJpeg(width: number, height: number, orientation: number, order: "II" | "MM"): Buffer {
  const little = order === "II";
  const tiff = Buffer.alloc(26);
  const put16 = (value: number, at: number) => (little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at));
  const put32 = (value: number, at: number) => (little ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at));
  tiff.write(order, 0, "latin1");
  put16(42, 2);
  put32(8, 4);
  put16(1, 8);
  put16(0x0112, 10);
  put16(3, 12);
  put32(1, 14);
  put16(orientation, 18);
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  const plain = jpeg(width, height);
  return Buffer.concat([plain.subarray(0, 2), head, body, plain.subarray(2)]);
}

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

/** An mp4 with a track of sound and one of pictures; `turned` shows it on its side, `codec` is how its pictures are written. */
export function mp4(width: number, height: number, turned = false, codec = "avc1"): Buffer {
  const samplesOf = (code: string) => box("mdia", box("minf", box("stbl", box("stsd", Buffer.alloc(8), box(code, Buffer.alloc(40))))));
  const track = (wide: number, high: number): Buffer => {
    const header = Buffer.alloc(84);
    header.writeInt32BE(turned ? 0 : 0x10000, 40);
    header.writeInt32BE(turned ? 0x10000 : 0, 44);
    header.writeUInt32BE(wide * 0x10000, 76);
    header.writeUInt32BE(high * 0x10000, 80);
    return box("trak", box("edts", Buffer.alloc(20)), samplesOf(wide === 0 ? "mp4a" : codec), box("tkhd", header));
  };
  return Buffer.concat([
    box("ftyp", Buffer.from("isom\0\0\0\0isomavc1", "latin1")),
    box("mdat", Buffer.alloc(50_000)),
    box("moov", box("mvhd", Buffer.alloc(100)), track(0, 0), track(width, height)),
  ]);
}

export function gif(width: number, height: number): Buffer {
  const head = Buffer.from("GIF89a\0\0\0\0\0\0\0;", "latin1");
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
}

export function webp(kind: "VP8 " | "VP8L" | "VP8X", width: number, height: number): Buffer {
  const file = Buffer.alloc(40);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(32, 4);
  file.write(`WEBP${kind}`, 8, "latin1");
  file.writeUInt32LE(20, 16);
  if (kind === "VP8X") {
    file.writeUIntLE(width - 1, 24, 3);
    file.writeUIntLE(height - 1, 27, 3);
  } else if (kind === "VP8L") {
    file[20] = 0x2f;
    file.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
  } else {
    file.set([0x9d, 0x01, 0x2a], 23);
    file.writeUInt16LE(width, 26);
    file.writeUInt16LE(height, 28);
  }
  return file;
}

function oggPage(granule: bigint, payload: Buffer, serial = 77): Buffer {
  const head = Buffer.alloc(28);
  head.write("OggS", 0, "latin1");
  head.writeBigInt64LE(granule, 6);
  head.writeUInt32LE(serial, 14);
  head[26] = 1;
  head[27] = payload.length;
  return Buffer.concat([head, payload]);
}

/** An Ogg/Opus file of `milliseconds`; its last page ends no packet. */
export function opus(milliseconds: number, preSkip = 312): Buffer {
  const head = Buffer.alloc(19);
  head.write("OpusHead", 0, "latin1");
  head.set([1, 1], 8);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(48_000, 12);
  const sound = Buffer.alloc(200, 3);
  const pages = Array.from({ length: 500 }, (_, index) => oggPage(BigInt(index * 960), sound));
  return Buffer.concat([oggPage(0n, head), ...pages, oggPage(BigInt(milliseconds * 48 + preSkip), sound), oggPage(-1n, sound)]);
}

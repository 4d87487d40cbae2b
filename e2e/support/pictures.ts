import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** A png of grey squares, wider than any bubble; its bytes differ each time. */
export function largePicture(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const shades = randomBytes(64);
  const lines = Array.from({ length: height }, (_, y) => {
    const line = Buffer.alloc(width + 1);
    for (let x = 0; x < width; x += 1) line[x + 1] = shades[(Math.floor(x / 200) + Math.floor(y / 200) * 7) % 64] ?? 0;
    return line;
  });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(lines))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

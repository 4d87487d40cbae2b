import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** A picture of random points, so that it is as large as a photograph. */
export const noise = (width: number, height: number): Buffer => png(width, height, randomBytes(height * (width + 1)));

/** A black picture, a file that is much smaller than its points. */
export const blank = (width: number, height: number): Buffer => png(width, height, Buffer.alloc(height * (width + 1)));

function png(width: number, height: number, points: Buffer): Buffer {
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
  // Every line begins with its filter.
  for (let line = 0; line < height; line += 1) points[line * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(points)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Colour with and without transparency, and a palette of colours. */
const PNG_COLOURS: readonly (number | undefined)[] = [2, 3, 6];

/** Whether a jpeg or png has 8 bits of red, green and blue; bytes that are neither are not judged. */
export function isScreenPicture(bytes: Buffer): boolean {
  if (bytes.toString("latin1", 1, 4) === "PNG") return bytes.length < 26 || ((bytes[24] ?? 8) <= 8 && PNG_COLOURS.includes(bytes[25]));
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return true;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return bytes[at + 4] === 8 && bytes[at + 9] === 3;
  }
  return true;
}

/** Whether a webp moves. */
export const isMoving = (bytes: Buffer): boolean => bytes.toString("latin1", 12, 16) === "VP8X" && ((bytes[20] ?? 0) & 2) !== 0;

const OTHER_STREAMS = ["\u0001vorbis", "Speex   ", "\u007fFLAC"];

/** Whether an Ogg begins with a stream of another kind than Opus. */
export const isOggWithoutOpus = (bytes: Buffer): boolean =>
  OTHER_STREAMS.some((begin) => bytes.toString("latin1", 28, 40).startsWith(begin));

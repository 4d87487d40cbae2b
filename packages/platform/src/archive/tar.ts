export const TAR_BLOCK = 512;
const LONGEST_NAME = 100;
/** The largest size that eleven octal digits hold. */
const LARGEST = 8 ** 11 - 1;

/** How many zero bytes follow content of this size. */
export const paddingOf = (size: number): number => (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;

/** The header of a file in a tar archive (ustar), which `tar` reads. */
export function toTarHeader(name: string, size: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > LONGEST_NAME || size > LARGEST) throw new Error(`${name} does not fit into the archive`);
  const header = Buffer.alloc(TAR_BLOCK);
  header.write(name, 0);
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(Math.floor(at.getTime() / 1_000), 11), 136);
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  header.write(`${sumOf(header).toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** An archive cannot be written or read; the message is a sentence for people. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/** Why an archive that ends too early or was changed is refused. */
export const damaged = (what: string): ArchiveError =>
  new ArchiveError(`The backup is cut or damaged: ${what}. Nothing was changed; use another backup.`);

/** Name and size of a header, or null for the empty block that ends an archive. Throws ArchiveError for anything else. */
export function readTarHeader(header: Buffer): { readonly name: string; readonly size: number } | null {
  if (header.every((byte) => byte === 0)) return null;
  const text = (from: number, to: number): string => header.subarray(from, to).toString().split("\0")[0] ?? "";
  const stored = Number.parseInt(text(148, 156), 8);
  const blank = Buffer.from(header);
  blank.fill(" ", 148, 156);
  if (stored !== sumOf(blank)) throw damaged("a header is broken");
  return { name: text(0, 100), size: Number.parseInt(text(124, 136), 8) };
}

const sumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0);

import type { FileHandle } from "node:fs/promises";

/** Extensions that are refused by default. */
export const defaultBlockedExtensions = ["exe", "bat", "cmd", "com", "msi", "scr", "vbs", "js", "jar", "ps1", "sh", "apk"] as const;

const magics: readonly (readonly number[])[] = [
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0xfe, 0xed, 0xfa, 0xce], // Mach-O, 32 bit
  [0xfe, 0xed, 0xfa, 0xcf], // Mach-O, 64 bit
  [0xce, 0xfa, 0xed, 0xfe], // Mach-O, 32 bit, little-endian
  [0xcf, 0xfa, 0xed, 0xfe], // Mach-O, 64 bit, little-endian
  [0xca, 0xfe, 0xba, 0xbe], // Mach-O for several processors, Java class
];
/** A script names its interpreter by an absolute path. */
const script = /^#![ \t]*\/[\w.]/;
/** Where a Windows program says at which byte its second header begins. */
const secondHeaderAt = 0x3c;
const secondHeader = /^(?:PE\0\0|NE|LE|LX)/;

/**
 * True when the file has the structure of a program, whatever its name. Two letters are none: notes begin with
 * MZ or #!, too, and so do sounds of older phones.
 */
export async function isProgram(handle: FileHandle): Promise<boolean> {
  const read = async (position: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
  const head = await read(0, 64);
  if (magics.some((magic) => magic.every((byte, index) => head[index] === byte))) return true;
  if (script.test(head.toString("latin1"))) return true;
  if (head.toString("latin1", 0, 2) !== "MZ" || head.length < 64) return false;
  return secondHeader.test((await read(head.readUInt32LE(secondHeaderAt), 4)).toString("latin1"));
}

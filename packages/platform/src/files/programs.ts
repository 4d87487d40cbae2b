/** Extensions that are refused by default. */
export const defaultBlockedExtensions = ["exe", "bat", "cmd", "com", "msi", "scr", "vbs", "js", "jar", "ps1", "sh", "apk"] as const;

const magics: readonly (readonly number[])[] = [
  [0x4d, 0x5a], // Windows
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0xfe, 0xed, 0xfa, 0xce], // Mach-O, 32 bit
  [0xfe, 0xed, 0xfa, 0xcf], // Mach-O, 64 bit
  [0xce, 0xfa, 0xed, 0xfe], // Mach-O, 32 bit, little-endian
  [0xcf, 0xfa, 0xed, 0xfe], // Mach-O, 64 bit, little-endian
  [0xca, 0xfe, 0xba, 0xbe], // Mach-O for several processors, Java class
  [0x23, 0x21], // a script that names its interpreter
];

/** True when the first bytes are those of a program, whatever the file's name. */
export function isProgram(head: Uint8Array): boolean {
  return magics.some((magic) => magic.every((byte, index) => head[index] === byte));
}

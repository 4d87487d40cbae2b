import { zipFile } from "../zipFile/index.js";

/** A file as it is chosen for an import of chats: an export with its text and a picture, or any bytes. */
export type ChatSpec =
  { readonly name: string; readonly text: string; readonly lines: readonly string[] } | { readonly name: string; readonly bytes: Buffer };

/** The bytes of a .zip of WhatsApp's "Export chat". */
export function chatFile(spec: ChatSpec): Buffer {
  if ("bytes" in spec) return spec.bytes;
  const files = [
    { name: "foto.jpg", data: Buffer.from("a picture") },
    { name: spec.text, data: Buffer.from(spec.lines.join("\n")) },
  ];
  return zipFile(files, true);
}

import { zipFile } from "../zipFile/index.js";

/** A png of one pixel. */
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** A file as it is chosen for an import of chats: an export with its text and a picture, or any bytes. */
export type ChatSpec =
  { readonly name: string; readonly text: string; readonly lines: readonly string[] } | { readonly name: string; readonly bytes: Buffer };

/** The bytes of a .zip of WhatsApp's "Export chat". */
export function chatFile(spec: ChatSpec): Buffer {
  if ("bytes" in spec) return spec.bytes;
  const files = [
    { name: "foto.jpg", data: PIXEL },
    { name: spec.text, data: Buffer.from(spec.lines.join("\n")) },
  ];
  return zipFile(files, true);
}

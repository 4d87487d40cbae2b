import { open } from "node:fs/promises";

/**
 * True for sounds that every phone plays as a voice note: Ogg/Opus with one channel (its clock is
 * always 48 kHz). Reads only the first page.
 */
export async function isVoiceNote(path: string): Promise<boolean> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(300), 0, 300, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.length < 47 || head.toString("latin1", 0, 4) !== "OggS") return false;
    const packet = 27 + (head[26] ?? 0);
    return head.toString("latin1", packet, packet + 8) === "OpusHead" && head[packet + 9] === 1;
  } finally {
    await handle.close();
  }
}

import { CHAT_TEXT } from "@balcao/domain/moving";
import type { ZipArchive } from "@balcao/platform/archive";
import { inTurns } from "@balcao/platform/loops";

const PART_BYTES = 256 * 1024;

/** The text of an exported chat with its name in the archive; null for none. Throws ArchiveError for one above `mostBytes`. */
export async function readChatText(
  archive: ZipArchive,
  mostBytes: number,
): Promise<{ readonly name: string; readonly text: string } | null> {
  const name = archive.names.find((each) => CHAT_TEXT.test(each));
  const data = name === undefined ? null : await archive.read(name, mostBytes);
  return name === undefined || data === null ? null : { name, text: await inTurns(decode(data)) };
}

function* decode(data: Buffer): Generator<undefined, string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for (let at = 0; at < data.length; at += PART_BYTES) {
    yield;
    parts.push(decoder.decode(data.subarray(at, at + PART_BYTES), { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join("");
}

import type { MessageView } from "@balcao/contracts/messages";
import type { FileRow } from "@balcao/database/files";
import { AudioError } from "@balcao/platform/audio";
import { errorCode } from "@balcao/platform/errors";
import type { House } from "../kernel/index.js";

const OGG = "audio/ogg";
const M4A = "audio/mp4";

/** What an address gives instead of the stored bytes. */
interface Rendition {
  /** Where it lies in the store. */
  readonly path: string;
  readonly mime: string;
  readonly etag: string;
}

/** The message with the M4A address of its Ogg sound; every other message as it is (D-077). */
export function toM4aView(message: MessageView): MessageView {
  const { media, mediaUrl } = message;
  if (mediaUrl === null || media?.mime !== OGG) return message;
  return { ...message, mediaUrl: `${mediaUrl}&as=m4a`, media: { ...media, mime: M4A } };
}

/** An Ogg sound as M4A, made at the first request and kept; null for other files and where it cannot be made: the original stays (D-077). */
export async function makeM4a(house: House, { path, mime, sha256 }: Pick<FileRow, "path" | "mime" | "sha256">): Promise<Rendition | null> {
  if (mime !== OGG) return null;
  try {
    const made = await house.files.derive(sha256, "m4a", (target) => house.audio.toM4a({ path: house.files.locate(path), mime }, target));
    return { path: made, mime: M4A, etag: `${sha256}-m4a` };
  } catch (error) {
    // A program that ends well and writes nothing has failed too.
    if (!(error instanceof AudioError) && errorCode(error) !== "ENOENT") throw error;
    house.logger.warn({ err: error }, "a sound could not be made M4A");
    return null;
  }
}

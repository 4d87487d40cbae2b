import type { MessageView } from "@balcao/contracts/messages";
import type { FileRow } from "@balcao/database/files";
import { AudioError } from "@balcao/platform/audio";
import { errorCode } from "@balcao/platform/errors";
import { withFile } from "@balcao/platform/files";
import type { Services } from "../../ground/kernel/index.js";
import type { Rendition } from "./rendition.js";

type Sound = Pick<FileRow, "path" | "mime" | "sha256">;

const OGG = "audio/ogg";
const M4A = "audio/mp4";

/**
 * Replaces the address of an Ogg sound by that of its M4A version; returns other messages unchanged
 * [D-077].
 */
export function toM4aView(message: MessageView): MessageView {
  const { media, mediaUrl } = message;
  if (mediaUrl === null || media?.mime !== OGG) return message;
  return { ...message, mediaUrl: `${mediaUrl}&as=m4a`, media: { ...media, mime: M4A } };
}

/**
 * Converts an Ogg sound to M4A at the first request and stores it. Returns null for other files and
 * where the conversion fails: then the original is served.
 */
export const makeM4a = async (services: Services, file: Sound): Promise<Rendition | null> =>
  file.mime === OGG ? convertToM4a(services, file) : null;

/** Like `makeM4a`, for a sound of any format that ffmpeg reads. */
export async function convertToM4a(services: Services, { path, mime, sha256 }: Sound): Promise<Rendition | null> {
  try {
    const made = await services.files.derive(sha256, "m4a", (target) =>
      withFile(services.files, path, (original) => services.audio.toM4a({ path: original, mime }, target)),
    );
    return { path: made, mime: M4A, etag: `${sha256}-m4a` };
  } catch (error) {
    // ENOENT: the program ended without an error but wrote no file.
    if (!(error instanceof AudioError) && errorCode(error) !== "ENOENT") throw error;
    services.logger.warn({ err: error }, "a sound could not be made M4A");
    return null;
  }
}

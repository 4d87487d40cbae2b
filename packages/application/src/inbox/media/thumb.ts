import type { FileRow } from "@balcao/database/files";
import { FileError, withFile } from "@balcao/platform/files";
import { hasThumb, PictureError } from "@balcao/platform/pictures";
import type { Services } from "../../ground/kernel/index.js";

const WEBP = "image/webp";

/** The file that an address serves instead of the stored bytes. */
export interface Rendition {
  /** Its path in the file store. */
  readonly path: string;
  readonly mime: string;
  readonly etag: string;
}

/**
 * Makes the small picture of a picture or video at the first request and stores it. Returns null
 * for other files and where it cannot be made.
 */
export async function makeThumb(
  services: Services,
  { path, mime, sha256 }: Pick<FileRow, "path" | "mime" | "sha256">,
): Promise<Rendition | null> {
  if (!hasThumb(mime)) return null;
  try {
    const made = await services.files.derive(sha256, "webp", (target) =>
      withFile(services.files, path, (original) => services.pictures.toThumb({ path: original, mime }, target)),
    );
    return { path: made, mime: WEBP, etag: `${sha256}-thumb` };
  } catch (error) {
    if (!(error instanceof PictureError) && !(error instanceof FileError)) throw error;
    services.logger.info({ err: error }, "there is no small picture of a file");
    return null;
  }
}

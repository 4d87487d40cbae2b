import { open } from "node:fs/promises";
import { sniffContentType } from "./contentType.js";
import { FileError } from "./fileError.js";
import { extensionOf } from "./fileName.js";
import { readImageSize } from "./imageSize.js";
import { readMp4Size } from "./mp4Size.js";
import { readOpusDuration } from "./oggDuration.js";
import { isProgram } from "./programs.js";

export type Inspection = Readonly<{
  mime: string;
  extension: string;
  width: number | undefined;
  height: number | undefined;
  durationMs: number | undefined;
  channels: number | undefined;
}>;

/**
 * The type and the size of the complete file at `path`, by its content. Throws FileError for
 * programs and blocked extensions (of the name and of the content, D-067).
 */
export async function inspect(
  path: string,
  {
    originalName,
    declaredMime,
    size,
    blocked,
  }: Readonly<{ originalName: string; declaredMime: string; size: number; blocked: ReadonlySet<string> }>,
): Promise<Inspection> {
  if (blocked.has(extensionOf(originalName))) throw new FileError("blocked", "Files with this extension are blocked.");
  const handle = await open(path, "r");
  try {
    if (await isProgram(handle)) throw new FileError("blocked", "The content is a program.");
    const { mime, extension } = await sniffContentType(path, handle, declaredMime, originalName);
    if (blocked.has(extension)) throw new FileError("blocked", "Files with this content are blocked.");
    const image = await readImageSize(handle, mime);
    const shown = image ?? (mime === "video/mp4" ? await readMp4Size(handle, size) : undefined);
    const durationMs = mime === "audio/ogg" ? await readOpusDuration(handle, size) : undefined;
    return { mime, extension, width: shown?.width, height: shown?.height, durationMs, channels: shown?.channels };
  } finally {
    await handle.close();
  }
}

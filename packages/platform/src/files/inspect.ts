import { open, type FileHandle } from "node:fs/promises";
import { sniffContentType } from "./contentType.js";
import { FileError, type FileErrorCode } from "./fileError.js";
import { extensionOf } from "./fileName.js";
import { readImageSize } from "./imageSize.js";
import { isHevc, readMp4Size } from "./mp4Size.js";
import { readOggCodec, readOpusDuration } from "./oggDuration.js";
import { isProgram } from "./programs.js";

export type Inspection = Readonly<{
  mime: string;
  extension: string;
  width: number | undefined;
  height: number | undefined;
  durationMs: number | undefined;
  channels: number | undefined;
  depth: number | undefined;
  moves: boolean | undefined;
  /** How a film in an mp4 or a sound in an Ogg is written, as browsers are asked about it, where not every one plays it. */
  codec: string | undefined;
  /** The code of its refusal where it is dangerous and was kept. */
  danger: FileErrorCode | null;
}>;

/** Why a file is refused for its danger: its name ends as one that is blocked, or its content is a program (D-067). */
type Danger = "blocked" | "program";

const DANGERS: Readonly<Record<Danger, string>> = {
  blocked: "Files with this extension are blocked.",
  program: "The content is a program.",
};

/**
 * The type and the size of the complete file at `path`, by its content. Throws FileError for a
 * dangerous one, unless that is kept (`keepsDanger`): then it has neither type nor size.
 */
export async function inspect(
  path: string,
  {
    originalName,
    declaredMime,
    size,
    blocked,
    keepsDanger = false,
  }: Readonly<{ originalName: string; declaredMime: string; size: number; blocked: ReadonlySet<string>; keepsDanger?: boolean }>,
): Promise<Inspection> {
  const endOf = (danger: Danger): Inspection => {
    const refusal = new FileError(danger, DANGERS[danger]);
    if (!keepsDanger) throw refusal;
    return { ...UNREAD, danger: refusal.code };
  };
  if (blocked.has(extensionOf(originalName))) return endOf("blocked");
  const handle = await open(path, "r");
  try {
    if (await isProgram(handle)) return endOf("program");
    const { mime, extension } = await sniffContentType(path, handle, declaredMime, originalName);
    if (blocked.has(extension)) return endOf("program");
    const image = await readImageSize(handle, mime);
    const shown = image ?? (mime === "video/mp4" ? await readMp4Size(handle, size) : undefined);
    const durationMs = mime === "audio/ogg" ? await readOpusDuration(handle, size) : undefined;
    const codec = await codecOf(handle, { mime, size });
    return { ...UNREAD, ...shown, mime, extension, durationMs, codec };
  } finally {
    await handle.close();
  }
}

async function codecOf(handle: FileHandle, { mime, size }: Readonly<{ mime: string; size: number }>): Promise<string | undefined> {
  if (mime === "audio/ogg") return readOggCodec(handle);
  return mime === "video/mp4" && (await isHevc(handle, size)) ? HEVC_MAIN : undefined;
}

/** The profile of films of phones (RFC 6381). */
const HEVC_MAIN = "hvc1.1.6.L93.B0";

const UNREAD = {
  mime: "application/octet-stream",
  extension: "bin",
  width: undefined,
  height: undefined,
  durationMs: undefined,
  channels: undefined,
  depth: undefined,
  moves: undefined,
  codec: undefined,
  danger: null,
} as const;

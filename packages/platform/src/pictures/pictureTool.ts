import { rm } from "node:fs/promises";
import { inProgramSlot, runProgram, runScript, type ProgramEnd } from "../programs/index.js";

const TIMEOUT_MS = 30_000;
/** Twice the largest box of a bubble, so that it is sharp on a dense screen. */
const THUMB = { width: 640, height: 720, format: "webp" } as const;
/** Sharp on a dense screen and on paper; PDF readers know no webp. */
const LOGO = { width: 480, height: 160, format: "png" } as const;
const MAX_PIXELS = 50_000_000;
const PICTURE_MEGABYTES = 256;
/** Some frames of a film of 4096 × 2304 px, which its reader keeps. */
const FILM_MEGABYTES = 384;

/** A file and its type by content. */
export type PictureFile = Readonly<{ path: string; mime: string }>;

/**
 * Why there is no small picture: the file cannot be read, it took longer than 30 s or more memory
 * than allowed, or it is a film and this machine has no ffmpeg.
 */
export class PictureError extends Error {
  override readonly name = "PictureError";
}

export type PictureTool = Readonly<{
  /**
   * Writes a small still picture of a picture or film to `to`, as webp of at most 640 × 720 px,
   * turned upright and without metadata. Throws PictureError.
   */
  toThumb: (from: PictureFile, to: string) => Promise<void>;
  /** Writes a picture to `to` as png of at most 480 × 160 px, without metadata. Throws PictureError. */
  toLogo: (from: PictureFile, to: string) => Promise<void>;
}>;

const PICTURES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/** ffmpeg's input format is always given, never detected, because a playlist could name other files. */
const FILM_READERS: Readonly<Record<string, string>> = { "video/mp4": "mov", "video/webm": "matroska" };

/** Whether a small picture can be made of files of this type. */
export const hasThumb = (mime: string): boolean => PICTURES.has(mime) || Object.hasOwn(FILM_READERS, mime);

/** `program` is ffmpeg, a name on the PATH or a path; it is needed for films alone. */
export function createPictureTool({
  program = "ffmpeg",
  timeoutMs = TIMEOUT_MS,
  megabytes = PICTURE_MEGABYTES,
}: { program?: string; timeoutMs?: number; megabytes?: number } = {}): PictureTool {
  const limits = { timeoutMs, megabytes };
  const makeThumb = async ({ path, mime }: PictureFile, to: string): Promise<void> => {
    if (PICTURES.has(mime)) return shrink(path, to, THUMB, limits);
    const reader = FILM_READERS[mime];
    if (reader === undefined) throw new PictureError(`There is no small picture of files of type ${mime}.`);
    const frame = `${to}.png`;
    try {
      await takeFrame(program, { reader, path, frame, timeoutMs });
      await shrink(frame, to, THUMB, limits);
    } finally {
      await rm(frame, { force: true });
    }
  };
  const makeLogo = async ({ path, mime }: PictureFile, to: string): Promise<void> => {
    if (!PICTURES.has(mime)) throw new PictureError(`There is no logo in files of type ${mime}.`);
    await shrink(path, to, LOGO, limits);
  };
  return Object.freeze({
    toThumb: (from, to) => inProgramSlot(() => makeThumb(from, to)),
    toLogo: (from, to) => inProgramSlot(() => makeLogo(from, to)),
  });
}

type Box = Readonly<{ width: number; height: number; format: "webp" | "png" }>;
type Limits = Readonly<{ timeoutMs: number; megabytes: number }>;

/** What the script does: the paths of both pictures, the box of the small one, and how large the other may be. */
export type Shrinking = Box & Readonly<{ from: string; to: string; mostPixels: number }>;

async function shrink(from: string, to: string, box: Box, limits: Limits): Promise<void> {
  const task: Shrinking = { ...box, from, to, mostPixels: MAX_PIXELS };
  const end = await runScript(new URL("./pictureScript.mjs", import.meta.url), task, { ...limits, signal: undefined });
  if (end.how === "exited" && end.code === 0) return;
  await rm(to, { force: true });
  throw new PictureError(`The picture could not be read: ${wordsOf(end)}`);
}

const wordsOf = (end: ProgramEnd): string =>
  end.how === "exited" ? `it ended with ${end.code ?? "no process"}: ${end.lastWords}` : end.how;

interface FrameRun {
  readonly reader: string;
  readonly path: string;
  readonly frame: string;
  readonly timeoutMs: number;
}

/** Writes the first frame of a film. */
async function takeFrame(program: string, { reader, path, frame, timeoutMs }: FrameRun): Promise<void> {
  const args = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-threads", "2", "-protocol_whitelist", "file", "-f", reader];
  args.push("-i", `file:${path}`, "-an", "-sn", "-dn", "-frames:v", "1");
  args.push("-vf", `scale=w='min(${THUMB.width},iw)':h=-2`, "-f", "image2", "-c:v", "png", `file:${frame}`);
  const end = await runProgram(program, { args, timeoutMs, megabytes: FILM_MEGABYTES, signal: undefined });
  if (end.how === "exited" && end.code === 0) return;
  throw new PictureError(`ffmpeg: ${wordsOf(end)}`);
}

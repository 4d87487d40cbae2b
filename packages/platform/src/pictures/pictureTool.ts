import { rm } from "node:fs/promises";
import type Sharp from "sharp";
import { createSlots, runProgram } from "../programs/index.js";

const AT_ONCE = 2;
const TIMEOUT_MS = 30_000;
/** Twice the largest box of a bubble, so that it is sharp on a dense screen. */
const THUMB = { width: 640, height: 720, format: "webp" } as const;
/** Sharp on a dense screen and on paper; PDF readers know no webp. */
const LOGO = { width: 480, height: 160, format: "png" } as const;
const MAX_PIXELS = 50_000_000;
const QUALITY = 74;

/** A file and its type by content. */
export type PictureFile = Readonly<{ path: string; mime: string }>;

/**
 * Why there is no small picture: the file cannot be read, it took longer than 30 s, or it is a film
 * and this machine has no ffmpeg.
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
  /**
   * Writes a picture to `to` as JPEG of at most 4,096 px in the colours of screens, upright, on white and
   * without metadata. Throws PictureError.
   */
  toPhoto: (from: PictureFile, to: string) => Promise<void>;
  /**
   * Writes a GIF to `to` as a short film without sound (H.264 in mp4); false, and nothing is written, for
   * one that does not move. Throws PictureError.
   */
  toFilm: (from: PictureFile, to: string) => Promise<boolean>;
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
}: { program?: string; timeoutMs?: number } = {}): PictureTool {
  const inSlot = createSlots(AT_ONCE);

  const makeThumb = async ({ path, mime }: PictureFile, to: string): Promise<void> => {
    if (PICTURES.has(mime)) return shrink(path, to, { ...THUMB, timeoutMs });
    const reader = FILM_READERS[mime];
    if (reader === undefined) throw new PictureError(`There is no small picture of files of type ${mime}.`);
    const frame = `${to}.png`;
    try {
      await takeFrame(program, { reader, path, frame, timeoutMs });
      await shrink(frame, to, { ...THUMB, timeoutMs });
    } finally {
      await rm(frame, { force: true });
    }
  };
  const makeLogo = async ({ path, mime }: PictureFile, to: string): Promise<void> => {
    if (!PICTURES.has(mime)) throw new PictureError(`There is no logo in files of type ${mime}.`);
    await shrink(path, to, { ...LOGO, timeoutMs });
  };
  const makeFilm = async ({ path, mime }: PictureFile, to: string): Promise<boolean> => {
    if (mime !== "image/gif") throw new PictureError(`There is no film in files of type ${mime}.`);
    if ((await countFrames(path)) < 2) return false;
    await writeFilm(program, { path, to, timeoutMs });
    return true;
  };
  return Object.freeze({
    toPhoto: (from, to) => inSlot(() => flatten(from, to, timeoutMs)),
    toFilm: (from, to) => inSlot(() => makeFilm(from, to)),
    toThumb: (from, to) => inSlot(() => makeThumb(from, to)),
    toLogo: (from, to) => inSlot(() => makeLogo(from, to)),
  });
}

interface Box {
  readonly width: number;
  readonly height: number;
  readonly format: "webp" | "png";
  readonly timeoutMs: number;
}

let loading: Promise<typeof Sharp> | null = null;

/** Loads libvips with the first picture: 18 MB that a process without pictures does not need. */
function loadSharp(): Promise<typeof Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    // A cache would keep strangers' files open.
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

async function shrink(path: string, to: string, { width, height, format, timeoutMs }: Box): Promise<void> {
  try {
    const sharp = await loadSharp();
    await sharp(path, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .timeout({ seconds: Math.ceil(timeoutMs / 1_000) })
      .rotate()
      .resize({ width, height, fit: "inside", withoutEnlargement: true })
      .toFormat(format, format === "webp" ? { quality: QUALITY } : {})
      .toFile(to);
  } catch (error) {
    throw new PictureError(`The picture could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What can be made a photograph. */
const DEVELOPED: ReadonlySet<string> = new Set([...PICTURES, "image/tiff", "image/avif"]);
const PHOTO_SIDE = 4_096;
const PHOTO_QUALITY = 88;

async function flatten({ path, mime }: PictureFile, to: string, timeoutMs: number): Promise<void> {
  if (!DEVELOPED.has(mime)) throw new PictureError(`Pictures of type ${mime} are not converted.`);
  try {
    const sharp = await loadSharp();
    await sharp(path, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .timeout({ seconds: Math.ceil(timeoutMs / 1_000) })
      .rotate()
      .resize({ width: PHOTO_SIDE, height: PHOTO_SIDE, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .jpeg({ quality: PHOTO_QUALITY })
      .toFile(to);
  } catch (error) {
    throw new PictureError(`The picture could not be converted: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function countFrames(path: string): Promise<number> {
  try {
    const sharp = await loadSharp();
    return (await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata()).pages ?? 1;
  } catch (error) {
    throw new PictureError(`The picture could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function writeFilm(program: string, { path, to, timeoutMs }: { path: string; to: string; timeoutMs: number }): Promise<void> {
  const args = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-protocol_whitelist", "file", "-f", "gif"];
  // H.264 needs even sides.
  args.push("-i", `file:${path}`, "-an", "-vf", "scale=trunc(iw/2)*2:trunc(ih/2)*2", "-t", "60", "-pix_fmt", "yuv420p");
  args.push("-c:v", "libx264", "-profile:v", "main", "-movflags", "+faststart", "-f", "mp4", `file:${to}`);
  const end = await runProgram(program, { args, timeoutMs, signal: undefined });
  if (end.how === "exited" && end.code === 0) return;
  throw new PictureError(end.how === "exited" ? `ffmpeg ended with ${end.code ?? "a signal"}: ${end.lastWords}` : `ffmpeg: ${end.how}`);
}

interface FrameRun {
  readonly reader: string;
  readonly path: string;
  readonly frame: string;
  readonly timeoutMs: number;
}

/** Writes the first frame of a film. */
async function takeFrame(program: string, { reader, path, frame, timeoutMs }: FrameRun): Promise<void> {
  const args = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-protocol_whitelist", "file", "-f", reader];
  args.push("-i", `file:${path}`, "-an", "-sn", "-dn", "-frames:v", "1");
  args.push("-vf", `scale=w='min(${THUMB.width},iw)':h=-2`, "-f", "image2", "-c:v", "png", `file:${frame}`);
  const end = await runProgram(program, { args, timeoutMs, signal: undefined });
  if (end.how === "exited" && end.code === 0) return;
  throw new PictureError(end.how === "exited" ? `ffmpeg ended with ${end.code ?? "a signal"}: ${end.lastWords}` : `ffmpeg: ${end.how}`);
}

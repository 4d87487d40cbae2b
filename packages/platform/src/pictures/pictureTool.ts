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
type PictureFile = Readonly<{ path: string; mime: string }>;

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
  /**
   * Writes a picture to `to` as JPEG of at most 4,096 px in the colours of screens, upright, on white and
   * without metadata. Throws PictureError.
   */
  toPhoto: (from: PictureFile, to: string) => Promise<void>;
  /**
   * Writes a GIF or a moving webp to `to` as a short film without sound (H.264 in mp4); false, and nothing is written, for
   * one that does not move. Throws PictureError.
   */
  toFilm: (from: PictureFile, to: string) => Promise<boolean>;
}>;

const PICTURES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

const MOVING: ReadonlySet<string> = new Set(["image/gif", "image/webp"]);

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
    if (PICTURES.has(mime)) {
      await shrink(path, to, THUMB, limits);
      return;
    }
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
  const makePhoto = async ({ path, mime }: PictureFile, to: string): Promise<void> => {
    if (!DEVELOPED.has(mime)) throw new PictureError(`Pictures of type ${mime} are not converted.`);
    await write({ kind: "photo", from: path, to, mostPixels: MAX_PIXELS }, limits);
  };
  const makeFilm = async ({ path, mime }: PictureFile, to: string): Promise<boolean> => {
    if (!MOVING.has(mime)) throw new PictureError(`There is no film in files of type ${mime}.`);
    const frames = await write({ kind: "frames", from: path, mostPixels: MAX_PIXELS }, limits);
    if (Number(frames) < 2) return false;
    if (mime === "image/gif") {
      await writeFilm(program, { path, to, timeoutMs });
      return true;
    }
    // Few ffmpegs read a moving webp.
    const gif = `${to}.gif`;
    try {
      await write({ kind: "gif", from: path, to: gif, mostPixels: MAX_PIXELS }, limits);
      await writeFilm(program, { path: gif, to, timeoutMs });
      return true;
    } finally {
      await rm(gif, { force: true });
    }
  };
  return Object.freeze({
    toThumb: (from, to) => inProgramSlot(() => makeThumb(from, to)),
    toLogo: (from, to) => inProgramSlot(() => makeLogo(from, to)),
    toPhoto: (from, to) => inProgramSlot(() => makePhoto(from, to)),
    toFilm: (from, to) => inProgramSlot(() => makeFilm(from, to)),
  });
}

type Box = Readonly<{ width: number; height: number; format: "webp" | "png" }>;
type Limits = Readonly<{ timeoutMs: number; megabytes: number }>;

/** What the script does: makes a small picture, a photograph or a GIF of another one, or counts its frames. */
export type PictureWork = Readonly<{ from: string; mostPixels: number }> &
  ((Box & Readonly<{ kind: "small"; to: string }>) | Readonly<{ kind: "photo" | "gif"; to: string }> | Readonly<{ kind: "frames" }>);

const shrink = (from: string, to: string, box: Box, limits: Limits): Promise<string> =>
  write({ ...box, kind: "small", from, to, mostPixels: MAX_PIXELS }, limits);

/** Runs the script, and returns its output; what it began to write is removed when it fails. */
async function write(work: PictureWork, limits: Limits): Promise<string> {
  let output = "";
  const end = await runScript(new URL("./pictureScript.mjs", import.meta.url), work, {
    ...limits,
    signal: undefined,
    onOutput: (chunk) => (output += chunk.toString()),
    outputBytes: 1_024,
  });
  if (end.how === "exited" && end.code === 0) return output;
  if (work.kind !== "frames") await rm(work.to, { force: true });
  throw new PictureError(`The picture could not be read: ${wordsOf(end)}`);
}

const wordsOf = (end: ProgramEnd): string =>
  end.how === "exited" ? `it ended with ${end.code ?? "no process"}: ${end.lastWords}` : end.how;

/** What can be made a photograph. */
const DEVELOPED: ReadonlySet<string> = new Set([...PICTURES, "image/tiff", "image/avif"]);

async function writeFilm(program: string, { path, to, timeoutMs }: { path: string; to: string; timeoutMs: number }): Promise<void> {
  const args = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-threads", "2", "-protocol_whitelist", "file", "-f", "gif"];
  // H.264 needs even sides.
  args.push("-i", `file:${path}`, "-an", "-vf", "scale=trunc(iw/2)*2:trunc(ih/2)*2", "-t", "60", "-pix_fmt", "yuv420p");
  args.push("-c:v", "libx264", "-profile:v", "main", "-movflags", "+faststart", "-f", "mp4", `file:${to}`);
  const end = await runProgram(program, { args, timeoutMs, megabytes: FILM_MEGABYTES, signal: undefined });
  if (end.how === "exited" && end.code === 0) return;
  throw new PictureError(`ffmpeg: ${wordsOf(end)}`);
}

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

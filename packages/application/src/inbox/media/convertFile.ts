import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MessageView } from "@balcao/contracts/messages";
import { getFile, type FileRow } from "@balcao/database/files";
import { getMediaSource, type MediaSource } from "@balcao/database/mediaJobs";
import type { ConnectorApi } from "@balcao/domain/connections";
import { carriageOf, conversionOf, type Converter } from "@balcao/domain/plan";
import { AudioError } from "@balcao/platform/audio";
import { errorCode } from "@balcao/platform/errors";
import { FileError, withFile, type StoredFile } from "@balcao/platform/files";
import { PictureError } from "@balcao/platform/pictures";
import type { Services } from "../../ground/kernel/index.js";
import type { Rendition } from "./thumb.js";
import { finishFile, replaceFileOf } from "./replaceFileOf.js";

const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Converts the file of a message to what its network shows or plays, once: the result replaces
 * the message's file. If that fails, the original goes as a document where the network takes it; otherwise
 * the hand-over refuses it.
 */
export async function convertFile(services: Services, messageId: number, signal: AbortSignal): Promise<void> {
  const source = await getMediaSource(services.database.sql, messageId);
  const file = source && (await getFile(services.database.sql, source.fileId));
  if (!file) return finishFile(services, messageId, { facts: DONE });
  const api = apiOf(services, source);
  // Another message has had the same file converted.
  const by = api === null ? null : (conversionOf(api, file)?.by ?? null);
  const made = by === null ? null : await convert(services, file, { by, signal });
  if (made === null) return finishFile(services, messageId, { facts: DONE, type: typeOf(api, file) });
  try {
    const facts = { ...DONE, fileName: made.originalName };
    await replaceFileOf(services, messageId, { former: file, made, facts, type: typeOf(api, made) });
  } catch (error) {
    await services.files.remove(made.path);
    throw error;
  }
}

/** Sends the original, as a document where the network takes it. */
export async function giveUpConversion(services: Services, messageId: number): Promise<void> {
  const source = await getMediaSource(services.database.sql, messageId);
  const file = source && (await getFile(services.database.sql, source.fileId));
  await finishFile(services, messageId, { facts: DONE, ...(file && { type: typeOf(apiOf(services, source), file) }) });
}

const DONE = { convert: null } as const;

const apiOf = (services: Services, { connectionId }: MediaSource): ConnectorApi | null =>
  connectionId === null ? null : (services.directory.current().connections.get(connectionId)?.api ?? null);

/** As what a file leaves as it is; a file that the network refuses is shown as a document, too. */
const typeOf = (api: ConnectorApi | null, file: Pick<FileRow, "mime" | "size">): string =>
  (api && carriageOf(api, file)?.media) ?? "document";

const ENDINGS: Readonly<Record<Converter, string>> = { picture: "jpg", film: "mp4", sound: "m4a" };
const TYPES: Readonly<Record<Converter, string>> = { picture: "image/jpeg", film: "video/mp4", sound: "audio/mp4" };

type ConvertibleFile = Pick<FileRow, "id" | "path" | "mime" | "originalName">;

interface Task {
  readonly by: Converter;
  readonly signal: AbortSignal;
}

/** The converted file in the store; null where it cannot be converted. */
export async function convert(services: Services, file: ConvertibleFile, task: Task): Promise<StoredFile | null> {
  const folder = await mkdtemp(path.join(tmpdir(), "convert-"));
  const target = path.join(folder, randomBytes(8).toString("hex"));
  try {
    const by = await withFile(services.files, file.path, (from) => write(services, { path: from, mime: file.mime }, { ...task, target }));
    const originalName = `${file.originalName.replace(/\.[^.]*$/, "") || "arquivo"}.${ENDINGS[by]}`;
    return await services.files.write(target, { originalName, declaredMime: TYPES[by], maxBytes: MOST_BYTES });
  } catch (error) {
    if (!isFinal(error)) throw error;
    services.logger.warn({ err: error, fileId: file.id }, "a file could not be converted; its original is sent where it may");
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the file in its new form; returns which one that is: a GIF that does not move becomes a picture. */
async function write(
  { audio, pictures }: Services,
  from: { readonly path: string; readonly mime: string },
  { by, signal, target }: Task & { readonly target: string },
): Promise<Converter> {
  if (by === "sound") {
    await audio.toM4a(from, target, signal);
    return by;
  }
  if (by === "film" && (await pictures.toFilm(from, target))) return by;
  await pictures.toPhoto(from, target);
  return "picture";
}

/** Whether another try would end in the same way. */
const isFinal = (error: unknown): boolean =>
  (error instanceof AudioError && error.reason !== "stopped") ||
  error instanceof PictureError ||
  error instanceof FileError ||
  errorCode(error) === "ENOENT";

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

import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { sqlStateOf } from "@balcao/database/sql";
import { LIMITS } from "@balcao/domain/limits";
import { FileError, type StoredFile } from "@balcao/platform/files";
import { PictureError } from "@balcao/platform/pictures";
import type { Services } from "../../ground/kernel/index.js";

/** A file of a request in a temporary place; its receiver must remove it. */
export interface UploadedFile {
  readonly path: string;
  readonly originalName: string;
  readonly declaredMime: string;
  readonly size: number;
}

/** Bytes that become a file of the store: an upload, or the stream of a file that is stored already. */
export type SourceFile = Omit<UploadedFile, "path"> & { readonly path: string | (() => Promise<Readable>) };

/** The limit of all files of a request together, and what people read about it. */
interface UploadLimit {
  readonly bytes: number;
  readonly sentence: string;
}

/**
 * Moves the files of a request into the store, all or none; throws ERR_UPLOAD_LIMIT,
 * ERR_FILE_EMPTY, ERR_FILE_PROGRAM or ERR_WAPP_DOWNLOAD_MEDIA_DENIED. Their rows are the caller's task.
 */
export async function storeUploads(services: Services, uploads: readonly SourceFile[], limit: UploadLimit): Promise<StoredFile[]> {
  const total = uploads.reduce((sum, { size }) => sum + size, 0);
  if (total > limit.bytes) throw new AppError("ERR_UPLOAD_LIMIT", { sentence: limit.sentence });
  const stored: StoredFile[] = [];
  try {
    for (const { path, originalName, declaredMime } of uploads)
      stored.push(
        await services.files.write(typeof path === "string" ? path : await path(), { originalName, declaredMime, maxBytes: limit.bytes }),
      );
    return stored;
  } catch (error) {
    await removeStored(services, stored);
    throw error instanceof FileError ? toUploadError(error, limit) : error;
  }
}

/**
 * Does what stores the rows of these files, and removes the files again when it was refused or has
 * not called `take`. After any other failure they stay, because a COMMIT without an answer may have
 * stored their rows.
 */
export async function keepStored<T>(
  services: Services,
  files: readonly StoredFile[],
  work: (files: readonly StoredFile[], take: () => void) => Promise<T>,
): Promise<T> {
  let isTaken = false;
  try {
    return await work(files, () => (isTaken = true));
  } catch (error) {
    if (isRefusal(error)) isTaken = false;
    throw error;
  } finally {
    if (!isTaken) await removeStored(services, files);
  }
}

/** Whether a transaction failed because we or PostgreSQL refused it. A server that shuts down (class 57) may have committed it. */
const isRefusal = (error: unknown): boolean => error instanceof AppError || sqlStateOf(error)?.startsWith("57") === false;

/** Removes stored files that got no row. */
export async function removeStored(services: Services, files: readonly StoredFile[]): Promise<void> {
  await Promise.all(files.map((file) => services.files.remove(file.path)));
}

function toUploadError(error: FileError, { sentence }: UploadLimit): AppError {
  if (error.code === "ERR_FILE_TOO_LARGE") return new AppError("ERR_UPLOAD_LIMIT", { sentence });
  const code = error.code === "ERR_NO_FILE" ? "ERR_WAPP_DOWNLOAD_MEDIA_DENIED" : error.code;
  return new AppError(code, { details: [{ field: "medias", rule: error.reason }] });
}

const PICTURES: readonly string[] = ["image/jpeg", "image/png", "image/webp"];

/** What becomes of an uploaded picture: a small one of a person, or the company's logo. */
const KINDS = {
  thumb: { make: "toThumb", originalName: "picture.webp", declaredMime: "image/webp" },
  logo: { make: "toLogo", originalName: "logo.png", declaredMime: "image/png" },
} as const;

/**
 * Stores an uploaded picture small and without its metadata [S-47]. Its type is read from the
 * content; throws ERR_VALIDATION for anything but jpeg, png and webp, and ERR_UPLOAD_LIMIT.
 */
export async function storePicture(
  services: Services,
  { path, originalName, declaredMime }: Pick<UploadedFile, "path" | "originalName" | "declaredMime">,
  kind: keyof typeof KINDS,
): Promise<StoredFile> {
  const original = await write(services, path, { originalName, declaredMime, maxBytes: LIMITS.user.pictureBytes });
  const { make, ...file } = KINDS[kind];
  const small = `${path}.small`;
  try {
    if (!PICTURES.includes(original.mime)) throw invalidField("medias", "type");
    await services.pictures[make]({ path, mime: original.mime }, small);
    return await write(services, small, { ...file, maxBytes: LIMITS.user.pictureBytes });
  } catch (error) {
    throw error instanceof PictureError ? invalidField("medias", "type") : error;
  } finally {
    await services.files.remove(original.path);
    await rm(small, { force: true });
  }
}

async function write(
  services: Services,
  path: string,
  file: { originalName: string; declaredMime: string; maxBytes: number },
): Promise<StoredFile> {
  try {
    return await services.files.write(path, file);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw error.reason === "tooLarge" ? new AppError("ERR_UPLOAD_LIMIT") : invalidField("medias", error.reason);
  }
}

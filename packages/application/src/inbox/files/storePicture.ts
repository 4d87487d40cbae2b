import { rm } from "node:fs/promises";
import { LIMITS } from "@balcao/domain/limits";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { FileError, type StoredFile } from "@balcao/platform/files";
import { PictureError } from "@balcao/platform/pictures";
import type { Services } from "../../ground/kernel/index.js";
import type { UploadedFile } from "./storeUploads.js";

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

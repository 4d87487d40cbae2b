import { AppError, invalidField } from "@balcao/contracts/errors";
import { accessFile, fileIdOfUrl, type SourceFile } from "../files/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/**
 * Returns the file behind one of our own addresses, to be sent like an upload (ADR 30).
 * Foreign addresses, deleted files and files without access throw the same error, so that it does
 * not reveal which ids exist.
 */
export async function takeNamedFile(services: Services, ctx: Ctx, mediaUrl: string): Promise<SourceFile> {
  const id = fileIdOfUrl(mediaUrl);
  if (id === null) throw invalidField("mediaUrl", "address");
  try {
    return await takeFile(services, ctx, id);
  } catch (error) {
    throw error instanceof AppError ? invalidField("mediaUrl", "address") : error;
  }
}

/** A stored file that the person may open, to be sent like an upload; throws as `accessFile` does. */
export async function takeFile(services: Services, ctx: Ctx, fileId: string): Promise<SourceFile> {
  const { path, originalName, mime, size } = await accessFile(services, ctx, fileId);
  return { path: async () => (await services.files.open(path)).stream, originalName, declaredMime: mime, size };
}

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
    const { path, originalName, mime, size } = await accessFile(services, ctx, id);
    return { path: async () => (await services.files.open(path)).stream, originalName, declaredMime: mime, size };
  } catch (error) {
    throw error instanceof AppError ? invalidField("mediaUrl", "address") : error;
  }
}

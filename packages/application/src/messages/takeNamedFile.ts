import { AppError, invalidField } from "@balcao/contracts/errors";
import { accessFile, fileIdOfUrl } from "../files/index.js";
import type { Ctx, House } from "../kernel/index.js";
import type { UploadedFile } from "./uploadedFile.js";

/**
 * The file that a request names by one of our own addresses, to be sent as if it were uploaded again (ARCHITECTURE 16). An address that is not
 * ours, a file that is gone and one that this person may not open are the same fault of the field: nothing tells which ids exist (S-45).
 */
export async function takeNamedFile(house: House, ctx: Ctx, mediaUrl: string): Promise<UploadedFile> {
  const id = fileIdOfUrl(mediaUrl);
  if (id === null) throw invalidField("mediaUrl", "address");
  try {
    const { path, originalName, mime, size } = await accessFile(house, ctx, id);
    return { path: house.files.locate(path), originalName, declaredMime: mime, size };
  } catch (error) {
    throw error instanceof AppError ? invalidField("mediaUrl", "address") : error;
  }
}

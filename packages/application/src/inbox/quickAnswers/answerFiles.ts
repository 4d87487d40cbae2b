import { LIMITS } from "@balcao/domain/limits";
import { QUICK_ANSWER_MIMES } from "@balcao/domain/quickAnswers";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { NEW_FILE } from "@balcao/contracts/quickAnswers";
import { insertFile } from "@balcao/database/files";
import { FileError, type StoredFile } from "@balcao/platform/files";
import { removeStored, type UploadedFile } from "../files/index.js";
import { toFileDraft, type Services, type Unit } from "../../ground/kernel/index.js";

/** Stores the files of a request, all or none; throws for one that is too large or of another kind (QUICK-006, D-166). */
export async function storeFiles(services: Services, uploads: readonly UploadedFile[]): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  try {
    for (const upload of uploads) {
      const file = await storeFile(services, upload);
      stored.push(file);
      if (!QUICK_ANSWER_MIMES.includes(file.mime)) throw invalidField("medias", "type");
    }
    return stored;
  } catch (error) {
    await removeStored(services, stored);
    throw error;
  }
}

const storeFile = (services: Services, { path, originalName, declaredMime }: UploadedFile): Promise<StoredFile> =>
  services.files.write(path, { originalName, declaredMime, maxBytes: LIMITS.quickAnswer.fileBytes }).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    throw error.reason === "tooLarge" ? new AppError("ERR_UPLOAD_LIMIT") : invalidField("medias", error.reason);
  });

/** Records stored files as those of a quick answer. */
export async function insertFiles(unit: Unit, quickAnswerId: number, files: readonly StoredFile[]): Promise<void> {
  for (const file of files) await insertFile(unit, toFileDraft(file), "quickAnswer", quickAnswerId);
}

/** The columns that hold the files in this order. */
export const toColumns = ([first, ...moreFileIds]: readonly string[]) => ({ fileId: first ?? null, moreFileIds });

/**
 * The ids of an answer's files after a change. Without an order the files of the request replace the stored ones, and without such
 * files these stay; throws for an order that names others, or another number of new ones.
 */
export function orderFiles(
  order: readonly string[] | null,
  { stored, added }: { readonly stored: readonly string[]; readonly added: readonly string[] },
): readonly string[] {
  if (order === null) return added.length > 0 ? added : stored;
  const kept = order.filter((each) => each !== NEW_FILE);
  if (new Set(kept).size < kept.length || kept.some((id) => !stored.includes(id))) throw invalidField("medias", "changed");
  if (order.length - kept.length !== added.length) throw invalidField("medias", "order");
  const rest = [...added];
  return order.map((each) => (each === NEW_FILE ? (rest.shift() ?? each) : each));
}

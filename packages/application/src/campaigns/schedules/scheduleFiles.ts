import { CAPABILITIES, DEFAULT_CONNECTOR, uploadLimitSentence, type ConnectorApi } from "@balcao/domain/connections";
import { LIMITS } from "@balcao/domain/limits";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { listFiles } from "@balcao/database/files";
import type { Sql } from "@balcao/database/sql";
import type { StoredFile } from "@balcao/platform/files";
import { keepStored, storeUploads, type UploadedFile } from "../../inbox/files/index.js";
import { toFileDraft, type Services } from "../../ground/kernel/index.js";
import { toContents } from "../../inbox/outgoing/index.js";

/**
 * Stores the files of a request like those of a message [CONV-022, D-066, D-265], and removes them again
 * unless the work has written their rows and called `take`.
 */
export async function withUploads<T>(
  services: Services,
  connectionId: number | null,
  uploads: readonly UploadedFile[],
  work: (files: readonly StoredFile[], take: () => void) => Promise<T>,
): Promise<T> {
  const files = uploads.length === 0 ? [] : await storeUploads(services, uploads, limitOf(services, connectionId));
  return keepStored(services, files, async (stored, take) => {
    toContents(apiOf(services, connectionId), { text: "", files: stored.map(toFileDraft) });
    return work(stored, take);
  });
}

/** The stored files that stay, in their order; throws when there would be too many. */
export function keptFiles(stored: readonly string[], keep: readonly string[] | null, added: number): readonly string[] {
  if (keep?.some((id) => !stored.includes(id)) === true) throw invalidField("keepMedias", "unknown");
  const kept = keep === null ? stored : [...new Set(keep)];
  if (kept.length + added > LIMITS.schedule.files) throw invalidField("medias", "max");
  return kept;
}

/**
 * Throws ERR_UPLOAD_LIMIT when the files of a schedule are together larger than its connector sends, and
 * ERR_FILE_NOT_CARRIED when it does not take one of them.
 */
export async function checkFiles(
  sql: Sql,
  services: Services,
  connectionId: number | null,
  { kept, added }: { readonly kept: readonly string[]; readonly added: readonly StoredFile[] },
): Promise<void> {
  const { bytes, sentence } = limitOf(services, connectionId);
  const files = [...(kept.length === 0 ? [] : await listFiles(sql, kept)), ...added.map(toFileDraft)];
  if (files.reduce((sum, { size }) => sum + size, 0) > bytes) throw new AppError("ERR_UPLOAD_LIMIT", { sentence });
  toContents(apiOf(services, connectionId), { text: "", files });
}

/** The limit of the chosen connection, or of the one that is the default now. */
function limitOf(services: Services, connectionId: number | null): { readonly bytes: number; readonly sentence: string } {
  const api = apiOf(services, connectionId);
  return { bytes: CAPABILITIES[api].uploadLimitBytes, sentence: uploadLimitSentence(api) };
}

function apiOf(services: Services, connectionId: number | null): ConnectorApi {
  const { connections } = services.directory.current();
  const connection = connectionId === null ? [...connections.values()].find(({ isDefault }) => isDefault) : connections.get(connectionId);
  return connection?.api ?? DEFAULT_CONNECTOR;
}

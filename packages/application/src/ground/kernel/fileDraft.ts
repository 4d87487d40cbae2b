import type { FileDraft } from "@balcao/database/files";
import type { StoredFile } from "@balcao/platform/files";

/** Converts a stored file into its row. */
export function toFileDraft(file: StoredFile): FileDraft {
  return {
    id: file.id,
    path: file.path,
    sha256: file.sha256,
    size: file.size,
    mime: file.mime,
    extension: file.extension,
    originalName: file.originalName,
    inlineAllowed: file.inlineAllowed,
    width: file.width ?? null,
    height: file.height ?? null,
    channels: file.channels ?? null,
    depth: file.depth ?? null,
    moves: file.moves ?? null,
    codec: file.codec ?? null,
    quarantined: file.danger !== null,
    seconds: file.durationMs === undefined ? null : Math.round(file.durationMs / 1000),
  };
}

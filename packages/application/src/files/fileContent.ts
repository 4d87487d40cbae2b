import type { StoredFile } from "@balcao/platform/files";
import type { OutgoingContent } from "../outgoing/index.js";
import { mediaKindOf } from "./storeUploads.js";

interface Caption {
  readonly body: string;
  readonly quotedId?: number | null;
  /** Whether a sound is a voice note. */
  readonly voice?: boolean;
}

type SentFile = Pick<StoredFile, "id" | "mime" | "originalName"> & { readonly seconds: number | null };

/** A file as the content of an outgoing message, typed by its stored content. */
export function toFileContent(file: SentFile, { body, quotedId = null, voice = false }: Caption): OutgoingContent {
  return {
    type: mediaKindOf(file),
    body,
    quotedId,
    fileId: file.id,
    media: { voice: voice && file.mime.startsWith("audio/"), fileName: file.originalName, seconds: file.seconds },
  };
}

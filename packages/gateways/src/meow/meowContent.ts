import type { MediaKind, MediaSource } from "@balcao/domain/messages";
import type { FileReader, Part } from "../protocol/messageTree.js";
import { numberAt, textAt, toObject, valueAt } from "../protocol/plainJson.js";
import type { PlainObject } from "../protocol/plainJson.js";
import { isFileMarker } from "../streaming/spoolFile.js";

/** Reads the file of a webhook's message: bytes, type and name are beside the event. */
export function fileReaderOf(payload: PlainObject): FileReader {
  return {
    sourceOf: (media, part) => sourceOf(media, part, payload),
    mime: textAt(payload, "mimeType"),
    fileName: textAt(payload, "fileName"),
  };
}

/**
 * The source of the bytes: the spooled file of the webhook, else the fields for `/chat/download*`.
 */
function sourceOf(media: MediaKind, part: Part, payload: PlainObject): MediaSource | null {
  const file = valueAt(payload, "base64");
  if (isFileMarker(file)) return { at: "store", fileId: file.$file };
  const fields = toObject(part.value);
  const descriptor = {
    media,
    Url: textAt(fields, "URL"),
    DirectPath: textAt(fields, "directPath"),
    MediaKey: textAt(fields, "mediaKey"),
    Mimetype: textAt(fields, "mimetype"),
    FileEncSHA256: textAt(fields, "fileEncSHA256"),
    FileSHA256: textAt(fields, "fileSHA256"),
    FileLength: numberAt(fields, "fileLength") ?? 0,
  };
  return descriptor.MediaKey === "" || (descriptor.Url === "" && descriptor.DirectPath === "") ? null : { at: "provider", descriptor };
}

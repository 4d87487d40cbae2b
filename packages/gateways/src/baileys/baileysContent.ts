import type { MediaKind, MediaSource } from "@balcao/domain/messages";
import type { Part } from "../protocol/messageTree.js";
import { numberAt, objectAt, textAt, toObject } from "../protocol/plainJson.js";
import type { PlainObject } from "../protocol/plainJson.js";

/**
 * How a file is fetched later. It includes the message's key, with which the sender's phone is
 * asked for an expired file.
 */
export function sourceOf(media: MediaKind, part: Part, payload: PlainObject): MediaSource | null {
  const fields = toObject(part.value);
  const directPath = textAt(fields, "directPath");
  const mediaKey = textAt(fields, "mediaKey");
  if (directPath === "" || mediaKey === "") return null;
  return {
    at: "provider",
    descriptor: {
      media,
      name: part.providerType,
      directPath,
      mediaKey,
      mimetype: textAt(fields, "mimetype"),
      fileName: textAt(fields, "fileName"),
      fileSha256: textAt(fields, "fileSha256"),
      fileEncSha256: textAt(fields, "fileEncSha256"),
      fileLength: numberAt(fields, "fileLength") ?? 0,
      key: objectAt(payload, "key"),
    },
  };
}

import { receivedKindOf, type MediaKind } from "@balcao/domain/messages";
import { setMediaType } from "@balcao/database/mediaJobs";
import type { Sql } from "@balcao/database/sql";

/** Shows a received message as a file where its file is not what the message says, or no browser draws it. */
export async function setShownKind(
  tx: Sql,
  messageId: number,
  media: MediaKind,
  file: { readonly mime: string; readonly width?: number | null | undefined; readonly height?: number | null | undefined },
): Promise<void> {
  const shown = receivedKindOf(media, file);
  if (shown !== media) await setMediaType(tx, messageId, shown);
}

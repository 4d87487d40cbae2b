import { MEDIA_KINDS } from "@balcao/domain/messages";
import type { MovedFile } from "@balcao/domain/moving";
import { ownFile } from "@balcao/database/files";
import { setMessageMedia } from "@balcao/database/messages";
import { listFilePlaces, type NewItem } from "@balcao/database/moving";
import { lockTicketOfMessage } from "@balcao/database/tickets";
import type { Sql } from "@balcao/database/sql";
import type { StoredFile } from "@balcao/platform/files";
import { setShownKind } from "../../inbox/media/index.js";
import { leave, put, type Writer } from "./scene.js";

/** Gives messages the files that were stored for them; a message that has one keeps it. */
export const writeFiles: Writer<MovedFile> = async ({ brought }, tx, fresh) => {
  const items: NewItem[] = [];
  for (const { sourceKey } of fresh) {
    const found = brought.get(sourceKey) ?? "noFile";
    if (typeof found === "string") items.push(leave(sourceKey, found));
    else if (found.stored === null) items.push(put(sourceKey, found.messageId, false));
    else items.push(await give(tx, sourceKey, found.messageId, found.stored));
  }
  return { items };
};

async function give(tx: Sql, sourceKey: string, messageId: number, stored: StoredFile): Promise<NewItem> {
  // The ticket first, as everywhere where messages change.
  await lockTicketOfMessage(tx, messageId);
  const place = (await listFilePlaces(tx, [messageId])).get(messageId);
  if (place === undefined) return leave(sourceKey, "noMessage");
  if (place.hasFile) return put(sourceKey, messageId, false);
  await ownFile(tx, stored.id, "message", messageId);
  await setMessageMedia(tx, messageId, { ...mediaOf(stored), attempts: 0 });
  const kind = MEDIA_KINDS.find((each) => each === place.type);
  if (stored.danger === null && kind !== undefined) await setShownKind(tx, messageId, kind, stored);
  return put(sourceKey, messageId, true);
}

function mediaOf({ id, danger, durationMs, mime }: StoredFile): Omit<Parameters<typeof setMessageMedia>[2], "attempts"> {
  if (danger !== null)
    return { fileId: null, state: "failed", error: { code: danger, title: "", message: danger, details: "" }, facts: { quarantined: id } };
  const facts = { mime, ...(durationMs !== undefined && { seconds: Math.round(durationMs / 1_000) }) };
  return { fileId: id, state: "ready", error: null, facts };
}

import { getNewestMessage, setTicketPreview } from "@balcao/database/tickets";
import type { Sql } from "@balcao/database/sql";
import { previewText } from "@balcao/domain/texts";

/** Makes a ticket's preview that of its newest message again when that one was edited, deleted or filled. Raises no version. */
export async function followPreview(tx: Sql, ticketId: number, changedIds: readonly number[]): Promise<void> {
  const newest = await getNewestMessage(tx, ticketId);
  if (newest && changedIds.includes(newest.id)) await setTicketPreview(tx, ticketId, previewText(newest));
}

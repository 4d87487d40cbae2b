import { getNewestMessage, setTicketPreview } from "@balcao/database/tickets";
import type { Sql } from "@balcao/database/sql";

/**
 * Updates a ticket's preview if its newest message is one of `changedIds`, which were edited,
 * deleted or filled. It does not raise the version.
 */
export async function followPreview(tx: Sql, ticketId: number, changedIds: readonly number[]): Promise<void> {
  const newest = await getNewestMessage(tx, ticketId);
  if (newest && changedIds.includes(newest.id)) await setTicketPreview(tx, ticketId, newest);
}

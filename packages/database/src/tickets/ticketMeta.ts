import type { AdSource } from "@balcao/domain/messages";
import { statement, type Sql } from "../sql/index.js";

const keepAd = statement("ticket_keep_ad", `UPDATE ticket SET ad_source = $2::jsonb WHERE id = $1 AND ad_source IS NULL`);

/** Keeps the advertisement that a message of a ticket came from, unless there is one already. */
export async function keepTicketAd(tx: Sql, ticketId: number, ad: AdSource): Promise<void> {
  await tx.run(keepAd, [ticketId, JSON.stringify(ad)]);
}

const setMetaAgent = statement("ticket_meta_agent", "UPDATE ticket SET meta_agent_since = $2 WHERE id = $1");

/** Sets since when Meta's agent answers a ticket, null for not; whoever does raises the ticket's version. */
export const setTicketMetaAgent = (tx: Sql, ticketId: number, since: Date | null) => tx.run(setMetaAgent, [ticketId, since]);

const setRecovered = statement("ticket_recovered", "UPDATE ticket SET recovered_message_id = $2 WHERE id = $1");

/**
 * Sets up to which message the rule of the history is lifted; whoever does raises the ticket's
 * version.
 */
export const setTicketRecovered = (tx: Sql, ticketId: number, messageId: number) => tx.run(setRecovered, [ticketId, messageId]);

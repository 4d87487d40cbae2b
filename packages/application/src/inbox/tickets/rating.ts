import type { TicketEffect } from "@balcao/domain/tickets";
import type { TicketPatch } from "@balcao/contracts/tickets";
import { getKnownContact } from "@balcao/database/contacts";
import { askRating, endRating } from "@balcao/database/ratings";
import type { Sql } from "@balcao/database/sql";
import type { LockedTicket } from "@balcao/database/tickets";
import type { Services } from "../../ground/kernel/index.js";

/**
 * Whether resolving this ticket asks for a rating: the connection wants ratings and is connected, a
 * person attended, and the contact gets automatic texts [D-205]. The machine excludes groups.
 */
export async function wantsRating(tx: Sql, services: Services, ticket: LockedTicket, patch: TicketPatch): Promise<boolean> {
  if (patch.status !== "closed" || patch.onlyClose === true || ticket.userId === null || ticket.connectionId === null) return false;
  const connection = services.directory.current().connections.get(ticket.connectionId);
  if (connection?.nps !== true || connection.status !== "CONNECTED") return false;
  return (await getKnownContact(tx, ticket.contactId))?.autoReply === true;
}

/** Opens the question that a change asks, and ends an open one that the change overtakes [D-207, D-208]. */
export async function followRating(
  tx: Sql,
  { before, after }: { readonly before: LockedTicket; readonly after: LockedTicket },
  effects: readonly TicketEffect[],
  now: Date,
): Promise<void> {
  const isReopened = before.status === "closed" && after.status !== "closed";
  if (before.status === "nps" || isReopened || effects.includes("askRating")) await endRating(tx, before.id, now);
  if (!effects.includes("askRating")) return;
  const { id: ticketId, userId, queueId, connectionId } = after;
  await askRating(tx, { ticketId, userId, queueId, connectionId, askedAt: now });
}

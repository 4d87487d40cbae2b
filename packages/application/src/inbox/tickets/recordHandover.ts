import { handoverText, type Handover } from "@balcao/domain/texts";
import { insertPushEvent } from "@balcao/database/push";
import type { Sql } from "@balcao/database/sql";
import { setTicketUnread, type LockedTicket } from "@balcao/database/tickets";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { insertComment } from "../outgoing/index.js";

/**
 * Stores the line of a transfer in the ticket, with its note, and considers pushing it [D-272]. The ticket is unread afterwards,
 * unless its author keeps it. Returns the ticket and the line's id.
 */
export async function recordHandover(
  tx: Sql,
  services: Services,
  { actor, now }: Pick<Ctx, "actor" | "now">,
  { ticket, note }: { readonly ticket: LockedTicket; readonly note: string },
): Promise<{ ticket: LockedTicket; messageId: number }> {
  const { queues, users } = services.directory.current();
  const named = (id: number, name: string | undefined) => ({ id, name: name ?? "" });
  const { userId, queueId } = ticket;
  const handover: Handover = {
    user: userId === null ? null : named(userId, users.get(userId)?.name),
    queue: named(queueId ?? 0, queues.get(queueId ?? 0)?.name),
    note: note === "" ? null : note,
  };
  const body = handover.note ?? handoverText(users.get(actor.id)?.name ?? "", handover);
  const messageId = await insertComment(tx, ticket, { body, userId: actor.id, handover, now });
  if (userId === actor.id) return { ticket, messageId };
  await insertPushEvent(tx, { kind: "handover", objectId: messageId });
  return { ticket: (await setTicketUnread(tx, ticket.id)) ?? ticket, messageId };
}

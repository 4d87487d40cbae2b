import { acceptsMessages } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { cancelSend } from "@balcao/database/outbox";
import { getMessageRows } from "@balcao/database/messages";
import { raiseTicketVersion } from "@balcao/database/tickets";
import { recordAudit } from "../audit/index.js";
import { WAKE, type Ctx, type House } from "../kernel/index.js";
import { insertOutgoing, toDestination } from "../outgoing/index.js";
import { accessTicket, presenterFor, recordTicketChange } from "../tickets/index.js";
import { messageView } from "./messageView.js";

/**
 * A person decides about a message of which nobody can tell whether it went out (or that failed): discard it, or send it again as a new message.
 * Nothing of the kind ever happens by itself (P-12, M-5).
 */
export async function settleMessage(
  house: House,
  ctx: Ctx,
  { messageId, action }: { readonly messageId: number; readonly action: string },
): Promise<MessageView> {
  const [known] = await getMessageRows(house.database.sql, [messageId]);
  if (!known) throw new AppError("ERR_FETCH_WAPP_MSG");
  const shownId = await house.database.begin(async (tx) => {
    const ticket = await accessTicket(tx, house, ctx, known.ticketId, "ticket:write");
    if (action === "resend" && !acceptsMessages(ticket.status)) throw new AppError("ERR_TICKET_NOT_OPEN");
    if (!(await cancelSend(tx, messageId))) throw new AppError("ERR_FETCH_WAPP_MSG");
    let newId: number | null = null;
    if (action === "resend") {
      const { connections } = house.directory.current();
      const to = await toDestination(tx, ticket, (id) => connections.get(id)?.api);
      const { type, body, quotedId, fileId, media, details } = known;
      const content = { type, body, quotedId, fileId, media, details };
      newId = await insertOutgoing(tx, ticket, to, content, {
        by: "agent",
        userId: ctx.actor.id,
        clientKey: ctx.idempotencyKey,
        now: ctx.now,
      });
    }
    const after = await raiseTicketVersion(tx, ticket.id);
    await recordTicketChange(tx, ticket, after, { created: newId === null ? [] : [newId], updated: [messageId] });
    await recordAudit(tx, ctx, action === "resend" ? "message.resend" : "message.discard", { ticketId: ticket.id, messageId });
    return newId ?? messageId;
  });
  house.waker.signal(WAKE.outbox);
  house.waker.signal(WAKE.live);
  const [shown] = await getMessageRows(house.database.sql, [shownId]);
  if (!shown) throw new AppError("ERR_FETCH_WAPP_MSG");
  return messageView(shown, presenterFor(house, ctx.sessionId));
}

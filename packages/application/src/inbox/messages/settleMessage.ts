import { acceptsMessages } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { getFile } from "@balcao/database/files";
import { cancelSend } from "@balcao/database/outbox";
import { getMessageRows, type MessageRow } from "@balcao/database/messages";
import { raiseTicketVersion, type LockedTicket } from "@balcao/database/tickets";
import { command, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { insertOutgoing, toContentsAgain, toDestination } from "../outgoing/index.js";
import { accessTicket, presenterFor, recordTicketChange, seesMessage } from "../tickets/index.js";
import { messageView } from "./messageView.js";

/**
 * Applies a person's decision about an `unknown` or failed message: discard it, or send it again as
 * a new message. Nothing does this automatically [P-12].
 */
export async function settleMessage(
  services: Services,
  ctx: Ctx,
  { messageId, action }: { readonly messageId: number; readonly action: string },
): Promise<MessageView> {
  const [known] = await getMessageRows(services.database.sql, [messageId]);
  if (!known) throw new AppError("ERR_FETCH_WAPP_MSG");
  const shownIds = await command(services, ctx, async (unit) => {
    const ticket = await accessTicket(unit, services, ctx, { ticketId: known.ticketId, rule: "ticket:write" });
    if (!seesMessage(services, ctx, known)) throw new AppError("ERR_FETCH_WAPP_MSG");
    const settle = async () => {
      if (action === "resend" && !acceptsMessages(ticket.status)) throw new AppError("ERR_TICKET_NOT_OPEN");
      if (!(await cancelSend(unit, messageId))) throw new AppError("ERR_FETCH_WAPP_MSG");
      const created = action === "resend" ? await sendAgain(unit, services, ctx, { ticket, known }) : [];
      const after = await raiseTicketVersion(unit, ticket.id);
      await recordTicketChange(unit, ticket, after, { created, updated: [messageId] });
      const done = action === "resend" ? "message.resend" : "message.discard";
      return { audit: { action: done, ticketId: ticket.id, messageId }, result: created.length > 0 ? created : [messageId] } as const;
    };
    return unit.once({ messageId, action }, settle, { of: "message", id: ticket.id });
  });
  const [shown] = await getMessageRows(services.database.sql, shownIds.slice(0, 1));
  if (!shown) throw new AppError("ERR_FETCH_WAPP_MSG");
  return messageView(shown, presenterFor(services, ctx));
}

async function sendAgain(
  unit: Unit,
  services: Services,
  ctx: Ctx,
  { ticket, known }: { readonly ticket: LockedTicket; readonly known: MessageRow },
): Promise<number[]> {
  const { connections } = services.directory.current();
  const to = await toDestination(unit, ticket, (id) => connections.get(id)?.api);
  const file = known.fileId === null ? null : await getFile(unit, known.fileId);
  const ids: number[] = [];
  // A template goes as it was previewed, with its file.
  const { type, body, details, fileId } = known;
  const contents = type === "template" ? [{ type, body, details, fileId, media: null }] : toContentsAgain(to.api, known, file);
  for (const [at, content] of contents.entries()) {
    const clientKey = at === 0 ? ctx.idempotencyKey : null;
    const again = { ...content, quotedId: at === 0 ? known.quotedId : null };
    ids.push(await insertOutgoing(unit, { ticket, to }, again, { by: "agent", userId: ctx.actor.id, clientKey, now: ctx.now }));
  }
  return ids;
}

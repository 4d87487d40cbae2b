import { AppError } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { redoInboundEvent } from "@balcao/database/intake";
import { getMessageRows } from "@balcao/database/messages";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessTicketRow, seesMessage } from "../tickets/index.js";
import { readMessageView } from "./accessMessage.js";

interface ReprocessInput {
  /** Null if the request names no message. */
  readonly messageId: number | null;
  /** The last part of the path: the connection's name followed by `_token`. */
  readonly webhook: string;
}

/**
 * Applies a received message's stored payload again: its content, and its file if that is missing
 * [CONV-049, API-028]. The worker does it in the conversation's order; greetings and counts
 * are not repeated.
 * Throws ERR_NOT_REPROCESSED for other connectors than meow and for payloads that were deleted.
 */
export async function reprocessMessage(services: Services, ctx: Ctx, { messageId, webhook }: ReprocessInput): Promise<MessageView> {
  if (messageId === null) throw new AppError("ERR_NOT_REPROCESSED");
  const [row] = await getMessageRows(services.database.sql, [messageId]);
  if (!row) throw new AppError("ERR_FETCH_WAPP_MSG");
  const ticket = await accessTicketRow(services, ctx, row.ticketId);
  if (!seesMessage(services, ctx, row)) throw new AppError("ERR_FETCH_WAPP_MSG");
  const connection = row.connectionId === null ? undefined : services.directory.current().connections.get(row.connectionId);
  const eventId = row.inboundEventId;
  if (connection?.api !== "meow" || webhook.toLowerCase() !== `${connection.name}_token`.toLowerCase() || eventId === null)
    throw new AppError("ERR_NOT_REPROCESSED");
  await command(services, ctx, async (unit) => {
    if (!(await redoInboundEvent(unit, eventId))) throw new AppError("ERR_NOT_REPROCESSED");
    const { id: ticketId, contactId } = ticket;
    return { audit: { action: "message.reprocess", ticketId, contactId, messageId }, result: null };
  });
  return readMessageView(services, ctx, messageId);
}

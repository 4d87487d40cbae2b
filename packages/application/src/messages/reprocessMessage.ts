import { AppError } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { redoInboundEvent } from "@balcao/database/intake";
import { getMessageRows } from "@balcao/database/messages";
import { command, type Ctx, type House } from "../kernel/index.js";
import { accessTicketRow } from "../tickets/index.js";
import { readMessageView } from "./accessMessage.js";

interface ReprocessInput {
  readonly messageId: number;
  /** The path's last part: the connection's name and `_token`. */
  readonly webhook: string;
}

/**
 * Reads a received message anew from the journalled payload of its gateway: what it says, and its file when that is missing (CONV-049, API-028,
 * D-082). It is done by the worker, in the conversation's order; nothing is greeted or counted again. Only meow keeps payloads so: elsewhere, and
 * for what is not in the journal any more, ERR_NOT_REPROCESSED.
 */
export async function reprocessMessage(house: House, ctx: Ctx, { messageId, webhook }: ReprocessInput): Promise<MessageView> {
  const [row] = await getMessageRows(house.database.sql, [messageId]);
  if (!row) throw new AppError("ERR_FETCH_WAPP_MSG");
  const ticket = await accessTicketRow(house, ctx, row.ticketId);
  const connection = row.connectionId === null ? undefined : house.directory.current().connections.get(row.connectionId);
  const eventId = row.inboundEventId;
  if (connection?.api !== "meow" || webhook.toLowerCase() !== `${connection.name}_token`.toLowerCase() || eventId === null)
    throw new AppError("ERR_NOT_REPROCESSED");
  await command(house, ctx, async (unit) => {
    if (!(await redoInboundEvent(unit, eventId))) throw new AppError("ERR_NOT_REPROCESSED");
    const { id: ticketId, contactId } = ticket;
    return { audit: { action: "message.reprocess", ticketId, contactId, messageId }, result: null };
  });
  return readMessageView(house, ctx, messageId);
}

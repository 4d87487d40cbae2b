import { AppError } from "@balcao/contracts/errors";
import type { MessageView, QuarantinedView } from "@balcao/contracts/messages";
import { resumeChore } from "@balcao/database/chores";
import { redoInboundEvent } from "@balcao/database/intake";
import { getMessageRows, setMessageMedia, type MessageRow } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { refetchOf } from "@balcao/domain/messages";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessTicket, accessTicketRow, seesMessage } from "../tickets/index.js";
import { readMessageView, recordMessageChange } from "./accessMessage.js";

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

/**
 * Has the file of a message that could not be fetched fetched again; whoever reads the
 * ticket may ask for it. A message whose file is here or awaited stays as it is.
 * Throws ERR_MEDIA_GONE where the network cannot have the file any more.
 */
export async function fetchMediaAgain(services: Services, ctx: Ctx, { messageId }: { readonly messageId: number }): Promise<MessageView> {
  const { ticketId } = await readRow(services.database.sql, messageId);
  await command(services, ctx, async (unit) => {
    const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:open" });
    const row = await readRow(unit, messageId);
    if (!seesMessage(services, ctx, row)) throw new AppError("ERR_FETCH_WAPP_MSG");
    if (row.mediaState !== "failed") return { audit: "unchanged", result: null };
    if (!(await askAgain(unit, row, ctx.now))) throw new AppError("ERR_MEDIA_GONE");
    const attempts = row.downloadAttempts;
    await setMessageMedia(unit, messageId, { fileId: null, state: "pending", error: null, attempts, facts: null });
    await recordMessageChange(unit, ticket, messageId);
    return { audit: { action: "message.fetchMedia", ticketId, contactId: ticket.contactId, messageId }, result: null };
  });
  return readMessageView(services, ctx, messageId);
}

async function readRow(sql: Sql, messageId: number): Promise<MessageRow> {
  const [row] = await getMessageRows(sql, [messageId]);
  if (!row) throw new AppError("ERR_FETCH_WAPP_MSG");
  return row;
}

/** Makes the fetching of the file due; false where the network cannot have it any more. */
async function askAgain(tx: Sql, { id, connectionId, mediaState, error, isDeleted, sentAt }: MessageRow, now: Date): Promise<boolean> {
  const may = refetchOf({ mediaState, code: String(error?.code), isDeleted, sentAt }, now);
  if (may !== "possible" || connectionId === null) return false;
  return resumeChore(tx, { connectionId, kind: "fetchMedia", subject: String(id) });
}

/**
 * Gives an administrator the address of a file that was refused for its danger, and records that [D-360]. Throws ERR_FETCH_WAPP_MSG
 * where no such file is kept.
 */
export function openQuarantined(services: Services, ctx: Ctx, { messageId }: { readonly messageId: number }): Promise<QuarantinedView> {
  return command(services, ctx, async (unit) => {
    const [row] = await getMessageRows(unit, [messageId]);
    if (!row) throw new AppError("ERR_FETCH_WAPP_MSG");
    const { ticketId } = row;
    const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:open" });
    const fileId = row.media?.["quarantined"];
    if (typeof fileId !== "string" || row.isDeleted || !seesMessage(services, ctx, row)) throw new AppError("ERR_FETCH_WAPP_MSG");
    return {
      audit: { action: "message.openQuarantined", ticketId, contactId: ticket.contactId, messageId },
      result: { url: services.fileUrl(ctx.sessionId, fileId) },
    };
  });
}

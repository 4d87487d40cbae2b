import { refetchOf } from "@balcao/domain/messages";
import { AppError } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { resumeChore } from "@balcao/database/chores";
import { getMessageRows, setMessageMedia, type MessageRow } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessTicket, seesMessage } from "../tickets/index.js";
import { readMessageView, recordMessageChange } from "./accessMessage.js";

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

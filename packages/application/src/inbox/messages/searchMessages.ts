import type { FoundMessagesView } from "@balcao/contracts/messages";
import { getMessageRows, searchMessageIds } from "@balcao/database/messages";
import { runSearch, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessTicketRow, historyFor, presenterFor } from "../tickets/index.js";
import { messageView } from "./messageView.js";

interface MessageSearchInput {
  readonly ticketId: number;
  readonly text: string;
}

/**
 * The messages of a ticket that the person sees and that contain a text, newest first, at most 100
 * [API-027, D-079].
 */
export async function searchMessages(services: Services, ctx: Ctx, { ticketId, text }: MessageSearchInput): Promise<FoundMessagesView> {
  await accessTicketRow(services, ctx, ticketId);
  const ids = await runSearch(services, ctx, (ask) => searchMessageIds(ask, { ticketId, text, history: historyFor(services, ctx) }));
  const rows = ids === null ? [] : await getMessageRows(services.database.sql, ids);
  const presenter = presenterFor(services, ctx);
  return { messages: rows.map((row) => messageView(row, presenter)), partial: ids === null };
}

import type { HistoryCondition } from "@balcao/domain/messages";
import { containsText, literal, type AskSearch } from "../search/index.js";
import { seenMessages } from "./messageHistory.js";

/** A search within a ticket answers this many messages at most. */
const MAX_FOUND_MESSAGES = 100;

interface MessageSearch {
  readonly ticketId: number;
  readonly text: string;
  /** Which of the ticket's messages the person sees. */
  readonly history: HistoryCondition;
}

/** The newest messages of a ticket whose text contains what a person typed; null when the time was not enough. */
export async function searchMessageIds(ask: AskSearch, { ticketId, text, history }: MessageSearch): Promise<number[] | null> {
  const seen = seenMessages(history, 1);
  const rows = await ask<{ readonly id: number }>(
    `SELECT m.id FROM ${seen.from} AND m.ticket_id = ${literal(ticketId)} AND NOT m.is_deleted AND ${containsText("m.search", text)}
     ORDER BY m.sent_at DESC, m.id DESC LIMIT ${MAX_FOUND_MESSAGES}`,
    seen.values,
  );
  return rows?.map(({ id }) => id) ?? null;
}

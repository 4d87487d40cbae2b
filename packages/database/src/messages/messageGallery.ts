import type { GalleryKind, HistoryCondition } from "@balcao/domain/messages";
import { literal } from "../search/index.js";
import type { Sql } from "../sql/index.js";
import { seenMessages } from "./messageHistory.js";

const TERMS: Readonly<Record<GalleryKind, string>> = {
  media: "m.type IN ('image', 'video') AND m.file_id IS NOT NULL",
  documents: "m.type IN ('document', 'application') AND m.file_id IS NOT NULL",
  links:
    "m.type IN ('conversation', 'extendedTextMessage', 'chat', 'text', 'image', 'video') AND m.body ~* '(https?://|www[.])[^[:space:]]'",
};

interface GalleryQuery {
  readonly ticketId: number;
  readonly kind: GalleryKind;
  /** The page begins after this message, which is older; null at the newest one. */
  readonly beforeId: number | null;
  readonly limit: number;
  /** Which of the ticket's messages the person sees. */
  readonly history: HistoryCondition;
}

/**
 * The ids of the messages of one kind that a person sees in a ticket, newest first. It reads the
 * ticket's messages in the order of its pages until the page is full.
 */
export async function listGalleryIds(sql: Sql, { ticketId, kind, beforeId, limit, history }: GalleryQuery): Promise<number[]> {
  const seen = seenMessages(history, 1);
  const ticket = literal(ticketId);
  const place =
    beforeId === null
      ? ""
      : `AND (m.sent_at, m.id) < (SELECT sent_at, id FROM message WHERE id = ${literal(beforeId)} AND ticket_id = ${ticket})`;
  const rows = await sql.ask<{ readonly id: number }>(
    `SELECT m.id FROM ${seen.from} AND m.ticket_id = ${ticket} AND NOT m.is_deleted AND ${TERMS[kind]} ${place}
     ORDER BY m.sent_at DESC, m.id DESC LIMIT ${literal(limit)}`,
    seen.values,
  );
  return rows.map(({ id }) => id);
}

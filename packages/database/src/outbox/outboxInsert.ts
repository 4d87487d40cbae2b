import { one, statement, type Sql } from "../sql/index.js";

export interface OutboxDraft {
  readonly id: string;
  readonly messageId: number;
  readonly connectionId: number;
  readonly lane: string;
  readonly origin: "agent" | "system";
  readonly userId: number | null;
  readonly clientKey: string | null;
  readonly externalId: string | null;
  readonly peer: unknown;
  readonly heavy: boolean;
  /**
   * Why an automatic text is sent. A second text of the same kind for the same event is refused by a
   * unique index, so that a repeated event sends no text twice.
   */
  readonly cause: { readonly eventId: number | null; readonly kind: string } | null;
  /** The run of a mass or scheduled message. */
  readonly sendRunId: number | null;
}

const insertRow = statement(
  "outbox_insert",
  `INSERT INTO outbox (id, message_id, connection_id, lane, origin, user_id, client_key, external_id, peer, heavy, cause_event_id, cause_kind, send_run_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
  { wakes: ["outbox"] },
);

/** Inserts a message's outbox row, in the transaction of the message. */
export async function insertOutbox(tx: Sql, draft: OutboxDraft): Promise<void> {
  await tx.run(insertRow, [
    draft.id,
    draft.messageId,
    draft.connectionId,
    draft.lane,
    draft.origin,
    draft.userId,
    draft.clientKey,
    draft.externalId,
    JSON.stringify(draft.peer),
    draft.heavy,
    draft.cause?.eventId ?? null,
    draft.cause?.kind ?? null,
    draft.sendRunId,
  ]);
}

// The newest rows of a conversation are found by the index of the lane.
const recentCauses = statement<{ n: number }>(
  "outbox_recent_causes",
  `SELECT count(*)::int AS n FROM (SELECT cause_event_id, cause_kind, created_at FROM outbox WHERE lane = $1 ORDER BY lane_seq DESC LIMIT $3) newest
   WHERE cause_event_id IS NOT NULL AND cause_kind <> 'questions' AND cause_kind NOT LIKE 'chatbot%' AND created_at > $2`,
);

/**
 * Counts the automatic answers of a conversation since a moment, among its last `limit` messages.
 * The bot's questions below an answer do not count, because people read several answers, and
 * neither does what a chatbot writes, which has a limit of its own.
 */
export const countRecentAnswers = async (tx: Sql, lane: string, since: Date, limit: number) =>
  (await one(tx.run(recentCauses, [lane, since, limit]))).n;

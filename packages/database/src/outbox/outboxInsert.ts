import { INSERT_MESSAGE, messageValues, type MessageDraft } from "../messages/index.js";
import { first, one, statement, type Sql } from "../sql/index.js";

/** What a message's outbox row has besides the message itself. */
export interface OutboxDraft {
  readonly id: string;
  readonly lane: string;
  readonly origin: "agent" | "system";
  readonly peer: unknown;
  readonly heavy: boolean;
  /**
   * Why an automatic text is sent. A second text of the same kind for the same event is refused by a
   * unique index, so that a repeated event sends no text twice.
   */
  readonly cause: { readonly eventId: number | null; readonly kind: string } | null;
  /** Whether it leaves at a person's pace where it is the conversation's first send [D-314]. */
  readonly isPacedFirst: boolean;
}

const insertRows = statement<{ id: number }>(
  "outbox_insert",
  `WITH stored AS (${INSERT_MESSAGE})
   INSERT INTO outbox (id, message_id, connection_id, lane, origin, user_id, external_id, peer, heavy, cause_event_id, cause_kind, send_run_id, first_answer)
   SELECT $24::uuid, stored.id, $2, $25, $26, $8, $6, $27::jsonb, $28::boolean, $29::bigint, $30, $22,
     $31::boolean AND NOT EXISTS (SELECT FROM outbox o WHERE o.lane = $25) FROM stored
   RETURNING message_id AS id`,
  { wakes: ["outbox"] },
);

/**
 * Inserts a message and its outbox row in one statement. Returns the message's id, or null when this
 * message is stored already.
 */
export async function insertSend(tx: Sql, message: MessageDraft, draft: OutboxDraft): Promise<number | null> {
  const { id, lane, origin, peer, heavy, cause, isPacedFirst } = draft;
  const values = [id, lane, origin, JSON.stringify(peer), heavy, cause?.eventId ?? null, cause?.kind ?? null, isPacedFirst];
  return (await first(tx.run(insertRows, [...messageValues(message), ...values])))?.id ?? null;
}

// The newest rows of a conversation are found by the index of the lane.
const recentCauses = statement<{ n: number }>(
  "outbox_recent_causes",
  `SELECT count(*)::int AS n FROM (SELECT cause_event_id, cause_kind, created_at FROM outbox WHERE lane = $1 ORDER BY lane_seq DESC LIMIT $3) newest
   WHERE cause_event_id IS NOT NULL AND cause_kind <> 'questions' AND cause_kind NOT LIKE 'chatbot%' AND cause_kind NOT LIKE '%:%' AND created_at > $2`,
);

/**
 * Counts the automatic answers of a conversation since a moment, among its last `limit` messages.
 * The bot's questions below an answer do not count, because people read several answers, and
 * neither do what a chatbot writes, which has a limit of its own, and the further parts of a long text.
 */
export const countRecentAnswers = async (tx: Sql, lane: string, since: Date, limit: number) =>
  (await one(tx.run(recentCauses, [lane, since, limit]))).n;

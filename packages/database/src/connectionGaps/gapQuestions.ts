import { first, statement, type Sql } from "../sql/index.js";

/**
 * A conversation that continued after a gap, with its first message since then. Messages before
 * that one may be missing here.
 */
export interface GapQuestion {
  readonly gapId: number;
  /** `peerKey` of the conversation, and of the message's author. */
  readonly chat: string;
  readonly author: string;
  readonly fromMe: boolean;
  readonly externalId: string;
  readonly sentAt: Date;
}

export interface GapQuestionLimits {
  /** Gaps shorter than this are skipped, in milliseconds. */
  readonly quietMs: number;
  /** Gaps that ended longer ago are skipped, in milliseconds. */
  readonly withinMs: number;
  readonly mostChats: number;
  readonly atOnce: number;
}

const openQuestions = statement<GapQuestion>(
  "gap_questions",
  `SELECT ended.id AS "gapId", anchor.chat, anchor.author, anchor.from_me AS "fromMe", anchor.external_id AS "externalId", anchor.sent_at AS "sentAt"
   FROM connection_gap ended CROSS JOIN LATERAL (
     SELECT DISTINCT ON (m.chat) m.* FROM (SELECT * FROM message WHERE id > ended.after_message_id ORDER BY id LIMIT 20000) m
     WHERE m.connection_id = ended.connection_id AND m.external_id IS NOT NULL AND m.type <> 'call_log' AND m.sent_at >= ended.until_at
       AND (NOT m.from_me OR m.ack > 0)
     ORDER BY m.chat, m.sent_at, m.id) anchor
   WHERE ended.connection_id = $1 AND ended.until_at > now() - $3 * interval '1 millisecond'
     AND ended.until_at - ended.from_at > $2 * interval '1 millisecond'
     AND (SELECT count(*) FROM connection_gap_question q WHERE q.gap_id = ended.id) < $4
     AND NOT EXISTS (SELECT 1 FROM connection_gap_question q WHERE q.gap_id = ended.id AND q.chat = anchor.chat)
   ORDER BY ended.id, anchor.sent_at LIMIT $5`,
);
const insertQuestion = statement("gap_asked", `INSERT INTO connection_gap_question (gap_id, chat) VALUES ($1, $2) ON CONFLICT DO NOTHING`);
// One minute more, because the clocks of phones and networks differ from ours.
const coveringGap = statement<{ id: number }>(
  "gap_covering",
  `SELECT id FROM connection_gap WHERE connection_id = $1 AND from_at - interval '1 minute' <= $2 AND coalesce(until_at, now()) > now() - interval '1 day' LIMIT 1`,
);

/**
 * Lists the conversations of a connection whose history must be requested, those of the oldest gap
 * first.
 */
export const listGapQuestions = (sql: Sql, connectionId: number, { quietMs, withinMs, mostChats, atOnce }: GapQuestionLimits) =>
  sql.run(openQuestions, [connectionId, quietMs, withinMs, mostChats, atOnce]);

/**
 * Records that a conversation's history was requested because of this gap, so that it is not
 * requested again.
 */
export async function recordGapQuestion(sql: Sql, { gapId, chat }: GapQuestion): Promise<void> {
  await sql.run(insertQuestion, [gapId, chat]);
}

/** Returns whether a message of this time may have been missed in a gap of the last day. */
export const isSinceGap = async (sql: Sql, connectionId: number, at: Date): Promise<boolean> =>
  (await first(sql.run(coveringGap, [connectionId, at]))) !== null;

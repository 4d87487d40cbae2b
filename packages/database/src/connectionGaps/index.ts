import { first, statement, type Sql } from "../sql/index.js";

/** A time in which a linked number was not connected. */
interface ConnectionGapRow {
  readonly id: number;
  readonly fromAt: Date;
  /** Null while the number is not connected. */
  readonly untilAt: Date | null;
  readonly reason: string | null;
  /**
   * Messages of that time that were stored later; when the first and the last of them were sent.
   */
  readonly recovered: number;
  readonly recoveredFrom: Date | null;
  readonly recoveredUntil: Date | null;
  /** In how many conversations the network was asked for the history of that time. */
  readonly asked: number;
  /** When and by whom the gap was marked as resolved. */
  readonly resolvedAt: Date | null;
  readonly resolvedById: number | null;
}

const deleteOld = statement("gap_forget", `DELETE FROM connection_gap WHERE connection_id = $1 AND until_at < now() - interval '90 days'`);
// Without a holder nothing was received, so the gap begins when the last holder was last seen.
const openRow = statement<{ id: number }>(
  "gap_open",
  `INSERT INTO connection_gap (connection_id, from_at, reason)
   SELECT $1, least(coalesce(l.unkept_since, now()), now()), $2 FROM session_lease l WHERE l.connection_id = $1
   ON CONFLICT (connection_id) WHERE until_at IS NULL DO NOTHING RETURNING id`,
);
// Messages stored just before the gap was closed count too, so the marker is 2,000 ids before the
// newest message.
const MARKER = `(SELECT greatest(coalesce(max(id), 0) - 2000, 0) FROM message)`;
/** The messages stored since the gap `ended`, at most 20,000. */
const LATE = `(SELECT * FROM message WHERE id > ended.after_message_id ORDER BY id LIMIT 20000)`;
const closeRow = statement<{ id: number }>(
  "gap_close",
  `UPDATE connection_gap SET until_at = now(), after_message_id = ${MARKER} WHERE connection_id = $1 AND until_at IS NULL RETURNING id`,
);
const recordUnkeptRow = statement<{ id: number }>(
  "gap_unkept",
  `INSERT INTO connection_gap (connection_id, from_at, until_at, after_message_id)
   SELECT $1, l.unkept_since, now(), ${MARKER} FROM session_lease l
   WHERE l.connection_id = $1 AND l.epoch = $3 AND l.unkept_since < now() - $2 * interval '1 millisecond' RETURNING id`,
);
const clearUnkept = statement(
  "gap_heard",
  `UPDATE session_lease SET unkept_since = NULL WHERE connection_id = $1 AND epoch = $2 AND unkept_since IS NOT NULL`,
);
// Counted again for 15 minutes after the gap's end and after each question, over a limited number
// of messages: that is cheap and safe to repeat.
const countRows = statement<{ id: number }>(
  "gap_recovered",
  `UPDATE connection_gap g SET recovered = found.count, recovered_from = found.first, recovered_until = found.last
   FROM (SELECT ended.id, late.* FROM connection_gap ended CROSS JOIN LATERAL (
       SELECT count(*)::int AS count, min(m.sent_at) AS first, max(m.sent_at) AS last FROM ${LATE} m
       WHERE m.connection_id = ended.connection_id AND m.inbound_event_id IS NOT NULL AND m.sent_at >= ended.from_at AND m.sent_at < ended.until_at) late
     WHERE ended.connection_id = $1 AND (ended.until_at > now() - interval '15 minutes' OR EXISTS (
       SELECT 1 FROM connection_gap_question q WHERE q.gap_id = ended.id AND q.asked_at > now() - interval '15 minutes'))) found
   WHERE g.id = found.id AND (g.recovered, g.recovered_from, g.recovered_until) IS DISTINCT FROM (found.count, found.first, found.last) RETURNING g.id`,
);
const listRows = statement<ConnectionGapRow>(
  "gap_list",
  `SELECT id, from_at AS "fromAt", until_at AS "untilAt", reason, recovered, recovered_from AS "recoveredFrom", recovered_until AS "recoveredUntil",
     resolved_at AS "resolvedAt", resolved_by AS "resolvedById",
     (SELECT count(*)::int FROM connection_gap_question q WHERE q.gap_id = g.id) AS asked
   FROM connection_gap g WHERE connection_id = $1 ORDER BY from_at DESC, id DESC LIMIT $2`,
);

/**
 * Opens a gap, from now or since the last holder was seen; returns whether one was opened. Deletes
 * gaps that ended 90 days ago.
 */
export async function openGap(tx: Sql, connectionId: number, reason: string | null): Promise<boolean> {
  await tx.run(deleteOld, [connectionId]);
  return (await tx.run(openRow, [connectionId, reason])).length > 0;
}

/** Closes the open gap of a connection; returns whether there was one. */
export async function closeGap(tx: Sql, connectionId: number, epoch: number): Promise<boolean> {
  const closed = await tx.run(closeRow, [connectionId]);
  await tx.run(clearUnkept, [connectionId, epoch]);
  return closed.length > 0;
}

/**
 * Records a gap for a number without a holder for longer than `quietMs` before this epoch, though
 * it stayed linked; returns whether it did.
 */
export async function recordUnkeptTime(tx: Sql, connectionId: number, epoch: number, quietMs: number): Promise<boolean> {
  const recorded = await tx.run(recordUnkeptRow, [connectionId, quietMs, epoch]);
  await tx.run(clearUnkept, [connectionId, epoch]);
  return recorded.length > 0;
}

/** Counts the recovered messages of recent gaps; returns whether a count changed. */
export const countRecovered = async (sql: Sql, connectionId: number): Promise<boolean> =>
  (await sql.run(countRows, [connectionId])).length > 0;

/** Lists the newest gaps first. */
export const listGaps = (sql: Sql, connectionId: number, limit: number) => sql.run(listRows, [connectionId, limit]);

const recordDropped = statement<{ id: number }>(
  "gap_dropped",
  `WITH counted AS (
     SELECT id, meta_dropped AS n, meta_dropped_since AS since FROM connection WHERE id = $1 AND meta_dropped > 0 FOR UPDATE
   ), reset AS (UPDATE connection c SET meta_dropped = 0, meta_dropped_since = NULL FROM counted WHERE c.id = counted.id)
   INSERT INTO connection_gap (connection_id, from_at, until_at, reason)
   SELECT id, since, now(), 'metaDropped: ' || n FROM counted RETURNING id`,
);

/**
 * Converts the events that were dropped while the Meta integration was off into a gap that
 * administrators see, and resets the count.
 */
export const recordDroppedTime = async (tx: Sql, connectionId: number): Promise<boolean> =>
  (await tx.run(recordDropped, [connectionId])).length > 0;

/**
 * A conversation that continued after a gap, with its first message since then. Messages before
 * that one may be missing here.
 */
interface GapQuestion {
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

// A gap that is resolved already keeps its first time and person.
const resolveRow = statement<{ id: number }>(
  "gap_resolve",
  `UPDATE connection_gap SET resolved_at = now(), resolved_by = $3
   WHERE connection_id = $1 AND id = $2 AND until_at IS NOT NULL AND resolved_at IS NULL RETURNING id`,
);
const findEnded = statement<{ id: number }>(
  "gap_ended",
  `SELECT id FROM connection_gap WHERE connection_id = $1 AND id = $2 AND until_at IS NOT NULL`,
);

/**
 * Marks an ended gap as resolved by a person. Returns `resolved`, `known` if it was resolved
 * already, or null if the connection has no such gap or it still lasts.
 */
export async function resolveGap(
  tx: Sql,
  { connectionId, gapId, userId }: { readonly connectionId: number; readonly gapId: number; readonly userId: number },
): Promise<"resolved" | "known" | null> {
  if ((await tx.run(resolveRow, [connectionId, gapId, userId])).length > 0) return "resolved";
  return (await tx.run(findEnded, [connectionId, gapId])).length > 0 ? "known" : null;
}

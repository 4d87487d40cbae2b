import { statement, type Sql } from "../sql/index.js";

/** A time in which a linked number was not reached (P-10). */
export interface ConnectionGapRow {
  readonly id: number;
  readonly fromAt: Date;
  /** Null while the number is still away. */
  readonly untilAt: Date | null;
  readonly reason: string | null;
  /** How many messages of that time came in after it, and when the first and the last of them were sent. */
  readonly recovered: number;
  readonly recoveredFrom: Date | null;
  readonly recoveredUntil: Date | null;
  /** In how many conversations the history of that time was asked for. */
  readonly asked: number;
  /** When somebody said that it was seen to, and who. */
  readonly resolvedAt: Date | null;
  readonly resolvedById: number | null;
}

const forgetOld = statement("gap_forget", `DELETE FROM connection_gap WHERE connection_id = $1 AND until_at < now() - interval '90 days'`);
// Without a holder nobody heard the gateway: then the gap began when the last holder was last seen.
const openRow = statement<{ id: number }>(
  "gap_open",
  `INSERT INTO connection_gap (connection_id, from_at, reason)
   SELECT $1, least(coalesce(l.unkept_since, now()), now()), $2 FROM session_lease l WHERE l.connection_id = $1
   ON CONFLICT (connection_id) WHERE until_at IS NULL DO NOTHING RETURNING id`,
);
// What came in while the end was being told counts too: the marker stands a little before the newest message.
const MARKER = `(SELECT greatest(coalesce(max(id), 0) - 2000, 0) FROM message)`;
/** What the house stored since the gap `ended`, as far as it is looked at. */
const LATE = `(SELECT * FROM message WHERE id > ended.after_message_id ORDER BY id LIMIT 20000)`;
const closeRow = statement<{ id: number }>(
  "gap_close",
  `UPDATE connection_gap SET until_at = now(), after_message_id = ${MARKER} WHERE connection_id = $1 AND until_at IS NULL RETURNING id`,
);
const recordUnkept = statement<{ id: number }>(
  "gap_unkept",
  `INSERT INTO connection_gap (connection_id, from_at, until_at, after_message_id)
   SELECT $1, l.unkept_since, now(), ${MARKER} FROM session_lease l
   WHERE l.connection_id = $1 AND l.epoch = $3 AND l.unkept_since < now() - $2 * interval '1 millisecond' RETURNING id`,
);
const clearUnkept = statement(
  "gap_heard",
  `UPDATE session_lease SET unkept_since = NULL WHERE connection_id = $1 AND epoch = $2 AND unkept_since IS NOT NULL`,
);
// Counted anew each time, for a quarter of an hour after its end and after each question, and within the next messages of the house, so that it costs
// little and repeats safely.
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

/** A linked number is away from now on, or since it was last heard; answers whether that is news. Gaps that ended 90 days ago are forgotten. */
export async function openGap(tx: Sql, connectionId: number, reason: string | null): Promise<boolean> {
  await tx.run(forgetOld, [connectionId]);
  return (await tx.run(openRow, [connectionId, reason])).length > 0;
}

/** The number is there again; answers whether it had been away. */
export async function closeGap(tx: Sql, connectionId: number, epoch: number): Promise<boolean> {
  const closed = await tx.run(closeRow, [connectionId]);
  await tx.run(clearUnkept, [connectionId, epoch]);
  return closed.length > 0;
}

/** A number that nobody kept for longer than `quietMs` before this epoch leaves a gap, though it never fell; answers whether it did. */
export async function recordUnkeptTime(tx: Sql, connectionId: number, epoch: number, quietMs: number): Promise<boolean> {
  const recorded = await tx.run(recordUnkept, [connectionId, quietMs, epoch]);
  await tx.run(clearUnkept, [connectionId, epoch]);
  return recorded.length > 0;
}

/** Counts what came in of gaps that ended lately; answers whether a count changed. */
export const countRecovered = async (sql: Sql, connectionId: number): Promise<boolean> =>
  (await sql.run(countRows, [connectionId])).length > 0;

/** The newest gaps first. */
export const listGaps = (sql: Sql, connectionId: number, limit: number) => sql.run(listRows, [connectionId, limit]);

const recordDropped = statement<{ id: number }>(
  "gap_dropped",
  `WITH counted AS (
     SELECT id, meta_dropped AS n, meta_dropped_since AS since FROM connection WHERE id = $1 AND meta_dropped > 0 FOR UPDATE
   ), reset AS (UPDATE connection c SET meta_dropped = 0, meta_dropped_since = NULL FROM counted WHERE c.id = counted.id)
   INSERT INTO connection_gap (connection_id, from_at, until_at, reason)
   SELECT id, since, now(), 'Integração com a Meta desligada: ' || n || ' eventos recebidos e descartados' FROM counted RETURNING id`,
);

/** Turns what was dropped while the Meta integration was off into a gap that administrators see, and counts anew (D-148, P-10). */
export const recordDroppedTime = async (tx: Sql, connectionId: number): Promise<boolean> =>
  (await tx.run(recordDropped, [connectionId])).length > 0;

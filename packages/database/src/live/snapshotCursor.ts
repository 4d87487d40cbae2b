import { statement, type Sql } from "../sql/index.js";

export interface LiveEventRow {
  readonly id: number;
  readonly at: Date;
  readonly topic: string;
  readonly ticketId: number | null;
  readonly payload: unknown;
}

export interface LiveRead {
  /** The snapshot of this read; pass it to the next read. */
  readonly cursor: string;
  readonly events: readonly LiveEventRow[];
}

interface ReadRow {
  readonly cursor: string;
  readonly id: number | null;
  readonly at: Date | null;
  readonly topic: string | null;
  readonly ticketId: number | null;
  readonly payload: unknown;
}

// One statement has one snapshot, so the next cursor covers exactly what this read could see: each
// event is in the first read that sees its commit, none is missed and none comes twice (ADR
// 5). Invisible to the cursor are transactions that began after it or were running then; selecting by
// their ids keeps reads short while a transaction stays open.
const readSince = statement<ReadRow>(
  "live_read",
  `SELECT s.cursor, e.id, e.at, e.topic, e.ticket_id AS "ticketId", e.payload
   FROM (SELECT pg_current_snapshot()::text AS cursor) s
   LEFT JOIN LATERAL (
     SELECT id, at, topic, ticket_id, payload FROM (
       SELECT id, at, topic, ticket_id, payload FROM live_event
         WHERE xid >= pg_snapshot_xmax($1::pg_snapshot) AND xid < pg_snapshot_xmax(pg_current_snapshot())
       UNION ALL
       SELECT id, at, topic, ticket_id, payload FROM live_event WHERE xid = ANY(ARRAY(SELECT pg_snapshot_xip($1::pg_snapshot)))
     ) fresh ORDER BY id OFFSET 0
   ) e ON true`,
);
const readBetween = statement<LiveEventRow>(
  "live_read_between",
  `SELECT id, at, topic, ticket_id AS "ticketId", payload FROM (
     SELECT id, at, topic, ticket_id, payload, xid FROM live_event
       WHERE xid >= pg_snapshot_xmax($1::pg_snapshot) AND xid < pg_snapshot_xmax($2::pg_snapshot)
     UNION ALL
     SELECT id, at, topic, ticket_id, payload, xid FROM live_event WHERE xid = ANY(ARRAY(SELECT pg_snapshot_xip($1::pg_snapshot)))
   ) missed WHERE pg_visible_in_snapshot(xid, $2::pg_snapshot) ORDER BY id`,
);
const readNow = statement<{ cursor: string }>("live_now", `SELECT pg_current_snapshot()::text AS cursor`);

/**
 * Reads the events that were committed since the cursor's snapshot, ordered by id, which within a
 * ticket is the order of its versions. Without a cursor it returns no events and the current
 * cursor.
 */
export async function readLiveEvents(sql: Sql, cursor: string | null): Promise<LiveRead> {
  if (cursor === null) return { cursor: (await sql.run(readNow))[0]?.cursor ?? "", events: [] };
  const rows = await sql.run(readSince, [cursor]);
  const events = rows.flatMap(({ id, at, topic, ticketId, payload }) =>
    id === null || at === null || topic === null ? [] : [{ id, at, topic, ticketId, payload }],
  );
  return { cursor: rows[0]?.cursor ?? cursor, events };
}

/**
 * Reads the events that the snapshot `until` saw and `since` did not. Together with the reads from
 * `until` on, these are all events after `since`, each once.
 */
export const readLiveEventsBetween = (sql: Sql, since: string, until: string): Promise<LiveEventRow[]> =>
  sql.run(readBetween, [since, until]);

import { first, statement, type Sql } from "../sql/index.js";

/** An event that cannot be stored as it is, converted so that it can. */
export interface ParkedEvent {
  readonly kind: string;
  readonly lane: string;
  readonly dedupeKey: string;
  readonly bodySha: string;
  /** Its bytes in an envelope that jsonb accepts. */
  readonly payload: string;
  /** Why it could not be stored, for administrators. */
  readonly reason: string;
}

/** A parked event as administrators see it. */
export interface ParkedEventRow {
  readonly id: number;
  readonly kind: string;
  readonly receivedAt: Date;
  readonly attempts: number;
  readonly reason: string | null;
}

const parkEvent = statement<{ id: number }>(
  "intake_park",
  `INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, state, last_error)
   VALUES ($1, $2, $3, $4, decode($5, 'hex'), $6::jsonb, clock_timestamp(), 2, left($7, 500))
   ON CONFLICT (connection_id, dedupe_key) DO NOTHING RETURNING id`,
);

/**
 * Stores an event as parked, for administrators. Returns its id, or null when it was stored already.
 * It is never deleted by age.
 */
export const parkInboundEvent = async (sql: Sql, connectionId: number, event: ParkedEvent): Promise<number | null> =>
  (await first(sql.run(parkEvent, [connectionId, event.kind, event.lane, event.dedupeKey, event.bodySha, event.payload, event.reason])))
    ?.id ?? null;

const listRows = statement<ParkedEventRow>(
  "intake_parked",
  `SELECT id, kind, received_at AS "receivedAt", attempts, last_error AS reason FROM inbound_event WHERE connection_id = $1 AND state = 2 ORDER BY id LIMIT $2`,
);
// The lane may be asleep, so its row is updated with the event.
const retryRow = statement<{ lane: string }>(
  "intake_parked_retry",
  `WITH event AS (
     UPDATE inbound_event SET state = 0, attempts = 0 WHERE id = $1 AND connection_id = $2 AND state = 2 RETURNING lane
   )
   INSERT INTO inbound_lane (lane, ready_at) SELECT lane, clock_timestamp() FROM event
   ON CONFLICT (lane) DO UPDATE SET ready_at = excluded.ready_at RETURNING lane`,
  { wakes: ["lanes"] },
);
const discardRow = statement<{ kind: string }>(
  "intake_parked_discard",
  `DELETE FROM inbound_event WHERE id = $1 AND connection_id = $2 AND state = 2 RETURNING kind`,
);

/** Lists parked events of a connection, the oldest first. */
export const listParkedEvents = (sql: Sql, connectionId: number, limit: number): Promise<ParkedEventRow[]> =>
  sql.run(listRows, [connectionId, limit]);

/** Queues a parked event to be applied again; false when it is not parked any more. */
export const retryParkedEvent = async (tx: Sql, connectionId: number, eventId: number): Promise<boolean> =>
  (await first(tx.run(retryRow, [eventId, connectionId]))) !== null;

/** Deletes a parked event permanently; false when it is not parked any more. */
export const discardParkedEvent = async (tx: Sql, connectionId: number, eventId: number): Promise<boolean> =>
  (await first(tx.run(discardRow, [eventId, connectionId]))) !== null;

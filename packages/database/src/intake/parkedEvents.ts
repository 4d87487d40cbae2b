import { statement, type Sql } from "../sql/index.js";

/** An event that cannot be stored as it is, in a form that can. */
export interface ParkedEvent {
  readonly kind: string;
  readonly lane: string;
  readonly dedupeKey: string;
  readonly bodySha: string;
  /** Its bytes in an envelope that jsonb takes. */
  readonly payload: string;
  /** Why it could not be stored, for administrators. */
  readonly reason: string;
}

const parkEvent = statement<{ id: number }>(
  "intake_park",
  `INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, state, last_error)
   VALUES ($1, $2, $3, $4, decode($5, 'hex'), $6::jsonb, clock_timestamp(), 2, left($7, 500))
   ON CONFLICT (connection_id, dedupe_key) DO NOTHING RETURNING id`,
);

/**
 * Keeps an event aside for administrators; false when it was kept already. It is never deleted by
 * age (P-7).
 */
export const parkInboundEvent = async (sql: Sql, connectionId: number, event: ParkedEvent): Promise<boolean> =>
  (await sql.run(parkEvent, [connectionId, event.kind, event.lane, event.dedupeKey, event.bodySha, event.payload, event.reason])).length >
  0;

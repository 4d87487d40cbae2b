import { first, statement, type Sql } from "../sql/index.js";

/** One piece of a webhook or of a session's news, as it is journalled. */
export interface JournalEvent {
  readonly kind: string;
  readonly lane: string;
  readonly dedupeKey: string;
  /** Hex SHA-256 of the payload's text: tells a repeat from a conflict. */
  readonly bodySha: string;
  readonly payload: string;
  readonly sentAt: Date;
  /** The key of later edits of the message, sealed; null where there is none. */
  readonly secretSealed: string | null;
}

// One statement, so that accepting a delivery is one round trip and one commit. Lanes are distinct and sorted: two deliveries
// that name the same lanes in another order would deadlock. ON CONFLICT DO UPDATE takes the lane's row lock even where its WHERE
// fails, which is what keeps a lane from being put to sleep over an event that is about to commit.
const insertEvents = statement<{ accepted: number; conflicts: number }>(
  "intake_insert",
  `WITH incoming AS (
     SELECT DISTINCT ON (dedupe_key) kind, lane, dedupe_key, decode(sha, 'hex') AS sha, payload::jsonb AS payload, sent_at, secret, place
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[])
       WITH ORDINALITY AS u(kind, lane, dedupe_key, sha, payload, sent_at, secret, place)
     ORDER BY dedupe_key, place
   ), fresh AS (
     INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, secret_sealed)
     SELECT $1, kind, lane, dedupe_key, sha, payload, sent_at, secret FROM incoming ORDER BY place
     ON CONFLICT (connection_id, dedupe_key) DO NOTHING
     RETURNING lane, dedupe_key
   ), woken AS (
     INSERT INTO inbound_lane (lane, ready_at)
     SELECT lane, clock_timestamp() FROM (SELECT DISTINCT lane FROM fresh ORDER BY lane) lanes
     ON CONFLICT (lane) DO UPDATE SET ready_at = excluded.ready_at
       WHERE inbound_lane.ready_at IS NULL OR inbound_lane.ready_at > excluded.ready_at
   ), conflicting AS (
     INSERT INTO inbound_conflict (connection_id, dedupe_key)
     SELECT $1, known.dedupe_key FROM incoming
     JOIN inbound_event known ON known.connection_id = $1 AND known.dedupe_key = incoming.dedupe_key
     WHERE known.body_sha <> incoming.sha AND NOT incoming.payload ? 'recovered'
     ON CONFLICT (connection_id, dedupe_key) DO UPDATE SET n = inbound_conflict.n + 1, last_at = now()
     RETURNING 1
   )
   SELECT (SELECT count(*) FROM fresh)::int AS accepted, (SELECT count(*) FROM conflicting)::int AS conflicts`,
  { wakes: ["lanes"] },
);

/**
 * Journals events of one connection; what is already known changes nothing and is not counted. When this resolves, they are committed
 * (unless `sql` is a transaction). A known key with another body keeps the first body and is noted as a conflict (P-2); history that was asked
 * for words everything in its own way and is none.
 */
export async function insertInboundEvents(
  sql: Sql,
  connectionId: number,
  events: readonly JournalEvent[],
): Promise<{ accepted: number; conflicts: number }> {
  if (events.length === 0) return { accepted: 0, conflicts: 0 };
  const column = <K extends keyof JournalEvent>(key: K) => events.map((event) => event[key]);
  const result = await first(
    sql.run(insertEvents, [
      connectionId,
      column("kind"),
      column("lane"),
      column("dedupeKey"),
      column("bodySha"),
      column("payload"),
      column("sentAt").map((at) => at.toISOString()),
      column("secretSealed"),
    ]),
  );
  return result ?? { accepted: 0, conflicts: 0 };
}

const findWebhookConnection = statement<{ id: number; name: string; api: string; webhookKeySealed: string | null }>(
  "intake_connection",
  `SELECT id, name, api, webhook_key_sealed AS "webhookKeySealed" FROM connection WHERE lower(name) = lower($1) AND api = $2`,
);

/** The connection that a webhook's path names; its key proves the caller, the path proves nothing (S-54). */
export function getWebhookConnection(sql: Sql, name: string, api: string) {
  return first(sql.run(findWebhookConnection, [name, api]));
}

const findMetaConnections = statement<{ id: number }>(
  "intake_meta",
  `SELECT id FROM connection WHERE api = 'cloud_api' AND meta_integration AND (phone_number_id = $1 OR waba_id = $2) ORDER BY id`,
);

/** Connections of the Cloud API with their Meta integration on, of a number or of a whole account. */
export const listMetaConnectionIds = async (sql: Sql, address: { readonly phoneNumberId?: string; readonly wabaId?: string }) =>
  (await sql.run(findMetaConnections, [address.phoneNumberId ?? null, address.wabaId ?? null])).map(({ id }) => id);

// The lane's row is touched as intake touches it, so that it is not put to sleep over the event.
const redoEvent = statement<{ lane: string }>(
  "intake_redo",
  `WITH event AS (
     UPDATE inbound_event SET state = 0, attempts = 0, payload = payload || '{"reprocess": true}'::jsonb
     WHERE id = $1 AND kind = 'message' AND state <> 0 RETURNING lane)
   INSERT INTO inbound_lane (lane, ready_at) SELECT lane, clock_timestamp() FROM event
   ON CONFLICT (lane) DO UPDATE SET ready_at = excluded.ready_at RETURNING lane`,
  { wakes: ["lanes"] },
);

/** Has a journalled message read anew; answers false when it is not in the journal any more, or waits to be read anyway. */
export const redoInboundEvent = async (tx: Sql, eventId: number): Promise<boolean> => (await tx.run(redoEvent, [eventId])).length > 0;

const readEvent = statement<{ connectionId: number; kind: string; payload: unknown }>(
  "intake_event",
  `SELECT connection_id AS "connectionId", kind, payload FROM inbound_event WHERE id = $1`,
);

export function getInboundEvent(sql: Sql, id: number) {
  return first(sql.run(readEvent, [id]));
}

// Parked events stay: somebody has to see to them.
const deleteOld = statement(
  "intake_retention",
  `DELETE FROM inbound_event WHERE id IN (
     (SELECT id FROM inbound_event WHERE state = 1 AND received_at < now() - $1 * interval '1 day' ORDER BY received_at LIMIT 1000)
     UNION ALL (SELECT id FROM inbound_event WHERE state = 3 AND received_at < now() - $2 * interval '1 day' LIMIT 1000))
   RETURNING 1`,
);

/** Deletes a step of applied events, and of events whose message never came, when they are older than so many days; answers how many. */
export const deleteOldInboundEvents = async (sql: Sql, { appliedDays, orphanDays }: { appliedDays: number; orphanDays: number }) =>
  (await sql.run(deleteOld, [appliedDays, orphanDays])).length;

const countDropped = statement<{ id: number }>(
  "intake_dropped",
  `UPDATE connection SET meta_dropped = meta_dropped + $3, meta_dropped_since = coalesce(meta_dropped_since, now())
   WHERE api = 'cloud_api' AND NOT meta_integration AND ($1::text IS NULL OR phone_number_id = $1) AND ($2::text IS NULL OR waba_id = $2) RETURNING id`,
);

/** Counts what was acknowledged and dropped because the connection's Meta integration is switched off (D-148); answers whose it was. */
export const countDroppedEvents = async (
  sql: Sql,
  address: { readonly phoneNumberId?: string; readonly wabaId?: string },
  events: number,
): Promise<number[]> => (await sql.run(countDropped, [address.phoneNumberId ?? null, address.wabaId ?? null, events])).map(({ id }) => id);

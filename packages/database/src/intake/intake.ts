import { first, one, statement, type Sql } from "../sql/index.js";

/** One event of a webhook or session, as stored in the journal. */
export interface JournalEvent {
  readonly kind: string;
  readonly lane: string;
  readonly dedupeKey: string;
  /** Hex SHA-256 of the payload's text: distinguishes a repeat from a conflict. */
  readonly bodySha: string;
  readonly payload: string;
  readonly sentAt: Date;
  /** The sealed secret that opens later edits of the message; null if there is none. */
  readonly secretSealed: string | null;
}

interface InsertedEvents {
  readonly accepted: number;
  readonly conflicts: number;
  /** The ids of the accepted events. */
  readonly eventIds: readonly number[];
}

const NOTHING: InsertedEvents = { accepted: 0, conflicts: 0, eventIds: [] };

// One statement, so that accepting a delivery is one round trip and one commit; lanes are distinct
// and sorted, because two deliveries with the same lanes in another order would deadlock. ON CONFLICT
// DO UPDATE locks the lane's row even where its WHERE fails, so that the lane cannot be set to sleep
// while an event for it is about to commit.
const insertEvents = statement<InsertedEvents>(
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
     RETURNING id, lane, dedupe_key
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
   SELECT (SELECT count(*) FROM fresh)::int AS accepted, ARRAY(SELECT id FROM fresh ORDER BY id) AS "eventIds", (SELECT count(*) FROM conflicting)::int AS conflicts`,
  { wakes: ["lanes"] },
);

/**
 * Inserts events of one connection into the journal; known events are ignored and not counted, new
 * ones are committed when this resolves. A known key with another body keeps the first body and is
 * counted as a conflict [P-2], except for requested history, whose payloads always differ.
 */
export async function insertInboundEvents(sql: Sql, connectionId: number, events: readonly JournalEvent[]): Promise<InsertedEvents> {
  if (events.length === 0) return NOTHING;
  const column = <K extends keyof JournalEvent>(key: K) => events.map((event) => event[key]);
  return one(
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
}

const findWebhookConnection = statement<{ id: number; name: string; api: string; webhookKeySealed: string | null }>(
  "intake_connection",
  `SELECT id, name, api, webhook_key_sealed AS "webhookKeySealed" FROM connection WHERE lower(name) = lower($1) AND api = $2`,
);

/**
 * Returns the connection in a webhook's path. The path proves nothing; the webhook's key proves the
 * caller [S-54].
 */
export function getWebhookConnection(sql: Sql, name: string, api: string) {
  return first(sql.run(findWebhookConnection, [name, api]));
}

const findMetaConnections = statement<{ id: number }>(
  "intake_meta",
  `SELECT id FROM connection WHERE api = 'cloud_api' AND meta_integration AND (phone_number_id = $1 OR waba_id = $2) ORDER BY id`,
);

/**
 * Lists the connections of the Cloud API for a number or a whole account, with their Meta
 * integration on.
 */
export const listMetaConnectionIds = async (sql: Sql, address: { readonly phoneNumberId?: string; readonly wabaId?: string }) =>
  (await sql.run(findMetaConnections, [address.phoneNumberId ?? null, address.wabaId ?? null])).map(({ id }) => id);

// Also updates the lane's row, as the intake does, so that the lane cannot be set to sleep before
// the event is applied.
const redoEvent = statement<{ lane: string }>(
  "intake_redo",
  `WITH event AS (
     UPDATE inbound_event SET state = 0, attempts = 0, payload = payload || '{"reprocess": true}'::jsonb
     WHERE id = $1 AND kind = 'message' AND state <> 0 RETURNING lane)
   INSERT INTO inbound_lane (lane, ready_at) SELECT lane, clock_timestamp() FROM event
   ON CONFLICT (lane) DO UPDATE SET ready_at = excluded.ready_at RETURNING lane`,
  { wakes: ["lanes"] },
);

// The event of the message may be deleted already, so that its payload comes along.
const redoPayload = statement<{ lane: string }>(
  "intake_redo_payload",
  `WITH event AS (
     INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at)
     VALUES ($1, 'message', $2, $3, '', $4::jsonb || '{"reprocess": true}'::jsonb, $5)
     ON CONFLICT (connection_id, dedupe_key) DO UPDATE SET state = 0, attempts = 0, payload = excluded.payload RETURNING lane)
   INSERT INTO inbound_lane (lane, ready_at) SELECT lane, clock_timestamp() FROM event
   ON CONFLICT (lane) DO UPDATE SET ready_at = excluded.ready_at RETURNING lane`,
  { wakes: ["lanes"] },
);

/** A message that is to be applied once more, with the payload that was kept of it. */
export interface RedoneMessage {
  readonly messageId: number;
  readonly connectionId: number;
  readonly chat: string;
  readonly sentAt: Date;
  /** As JSON. */
  readonly payload: string;
}

/** Queues the kept payload of a message to be applied again in its conversation. */
export async function redoPayloadOf(tx: Sql, { messageId, connectionId, chat, sentAt, payload }: RedoneMessage): Promise<void> {
  await tx.run(redoPayload, [connectionId, `${connectionId}:${chat}`, `again:${messageId}`, payload, sentAt]);
}

/**
 * Queues a stored message event to be applied again. Returns false when it was deleted, or waits to
 * be applied anyway.
 */
export const redoInboundEvent = async (tx: Sql, eventId: number): Promise<boolean> => (await tx.run(redoEvent, [eventId])).length > 0;

// Parked events stay until an administrator retries or discards them.
const deleteOld = statement(
  "intake_retention",
  `DELETE FROM inbound_event WHERE id IN (
     (SELECT id FROM inbound_event WHERE state = 1 AND received_at < now() - $1 * interval '1 day' ORDER BY received_at LIMIT 1000)
     UNION ALL (SELECT id FROM inbound_event WHERE state = 3 AND received_at < now() - $2 * interval '1 day' LIMIT 1000))
   RETURNING 1`,
);

/**
 * Deletes up to 1,000 applied events older than `appliedDays`, and as many events without a message
 * older than `orphanDays`. Returns how many were deleted.
 */
export const deleteOldInboundEvents = async (sql: Sql, { appliedDays, orphanDays }: { appliedDays: number; orphanDays: number }) =>
  (await sql.run(deleteOld, [appliedDays, orphanDays])).length;

const countDropped = statement<{ id: number }>(
  "intake_dropped",
  `UPDATE connection SET meta_dropped = meta_dropped + $3, meta_dropped_since = coalesce(meta_dropped_since, now())
   WHERE api = 'cloud_api' AND NOT meta_integration AND ($1::text IS NULL OR phone_number_id = $1) AND ($2::text IS NULL OR waba_id = $2) RETURNING id`,
);

/**
 * Counts events that were dropped because the Meta integration of their connections is off.
 * Returns the ids of these connections.
 */
export const countDroppedEvents = async (
  sql: Sql,
  address: { readonly phoneNumberId?: string; readonly wabaId?: string },
  events: number,
): Promise<number[]> => (await sql.run(countDropped, [address.phoneNumberId ?? null, address.wabaId ?? null, events])).map(({ id }) => id);

const countUnknown = statement<{ name: string; today: number }>(
  "intake_unknown_count",
  `INSERT INTO unknown_event AS known (connection_id, name, seen, day, today, last_at)
   SELECT $1, name, count(*), (now() AT TIME ZONE 'UTC')::date, count(*), now() FROM unnest($2::text[]) AS u(name) GROUP BY name ORDER BY name
   ON CONFLICT (connection_id, name) DO UPDATE SET seen = known.seen + excluded.seen, day = excluded.day, last_at = excluded.last_at,
     today = excluded.today + CASE WHEN known.day = excluded.day THEN known.today ELSE 0 END
   RETURNING name, today`,
);

/**
 * Counts events of one connection that this version does not read, one for each entry of `names`.
 * Returns how many of each of these names have come today (UTC), with these.
 */
export const countUnknownEvents = async (sql: Sql, connectionId: number, names: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  new Map((await sql.run(countUnknown, [connectionId, names])).map(({ name, today }) => [name, today]));

/** How often one connection received something that this version does not read. */
export interface UnknownCount {
  readonly connectionId: number;
  readonly name: string;
  readonly seen: number;
  readonly lastAt: Date;
}

const listUnknown = statement<UnknownCount>(
  "intake_unknown_list",
  `SELECT connection_id AS "connectionId", name, seen::float8 AS seen, last_at AS "lastAt" FROM unknown_event
   WHERE last_at > now() - interval '30 days' ORDER BY connection_id, last_at DESC, name LIMIT 500`,
);

/** Lists what came within 30 days and is not read, up to 500 names, the newest of each connection first. */
export const listUnknownEvents = (sql: Sql): Promise<UnknownCount[]> => sql.run(listUnknown);

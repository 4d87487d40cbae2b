import { GONE_SECONDS } from "../alerts/index.js";
import { one, statement, type Sql } from "../sql/index.js";

/** Conversations with events to apply. */
interface LaneBacklog {
  readonly waiting: number;
  /** How long the conversation that is due for longest has waited; 0 when none is due. */
  readonly oldestSeconds: number;
}

/** The unfinished sends of one connection. */
interface ConnectionBacklog {
  readonly connectionId: number;
  readonly queued: number;
  readonly handed: number;
  readonly unknown: number;
  /** How long the oldest message that is queued or handed has waited; 0 when there is none. */
  readonly oldestSeconds: number;
}

const laneBacklog = statement<LaneBacklog>(
  "health_lanes",
  `SELECT count(*)::int AS waiting,
     greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(ready_at)), 0))::float8 AS "oldestSeconds"
   FROM inbound_lane WHERE ready_at IS NOT NULL`,
);
// Each state has an index of its own. First answers and held messages wait for their turn, which is no delay [D-314, D-651].
const outboxBacklog = statement<ConnectionBacklog>(
  "health_outbox",
  `SELECT connection_id AS "connectionId", sum(queued)::int AS queued, sum(handed)::int AS handed, sum(unknown)::int AS unknown,
     greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(oldest)), 0))::float8 AS "oldestSeconds"
   FROM (
     SELECT connection_id, count(*) AS queued, 0 AS handed, 0 AS unknown, min(created_at) FILTER (WHERE NOT first_answer AND not_before < 'infinity') AS oldest FROM outbox WHERE state = 'queued' GROUP BY 1
     UNION ALL SELECT connection_id, 0, count(*), 0, min(created_at) FROM outbox WHERE state = 'handed' GROUP BY 1
     UNION ALL SELECT connection_id, 0, 0, count(*), NULL FROM outbox WHERE state = 'unknown' GROUP BY 1) states
   GROUP BY connection_id ORDER BY connection_id`,
);
const parkedCounts = statement<{ connectionId: number; parked: number }>(
  "health_parked",
  `SELECT connection_id AS "connectionId", count(*)::int AS parked FROM inbound_event WHERE state = 2 GROUP BY connection_id`,
);
// Reads only what is newer than the last note, and no more than the newest hundred thousand events.
// An event that commits after a newer one was noted is left out, which costs some seconds of
// accuracy.
const note = statement(
  "health_arrivals_note",
  `INSERT INTO connection_activity (connection_id, last_event_id, last_event_at)
   SELECT e.connection_id, max(e.id), max(e.received_at) FROM inbound_event e JOIN connection c ON c.id = e.connection_id
   WHERE e.id > greatest((SELECT coalesce(max(last_event_id), 0) FROM connection_activity), (SELECT max(id) - 100000 FROM inbound_event))
   GROUP BY e.connection_id ORDER BY e.connection_id
   ON CONFLICT (connection_id) DO UPDATE SET last_event_id = excluded.last_event_id,
     last_event_at = greatest(excluded.last_event_at, connection_activity.last_event_at)`,
);
const arrivals = statement<{ connectionId: number; lastEventAt: Date }>(
  "health_arrivals",
  `SELECT connection_id AS "connectionId", last_event_at AS "lastEventAt" FROM connection_activity`,
);

// Where webhooks arrive the span from the last event to an hour ago is empty.
const unanswered = statement<{ connectionId: number; conversations: number }>(
  "health_unanswered",
  `SELECT c.id AS "connectionId", found.conversations FROM connection c LEFT JOIN connection_activity a ON a.connection_id = c.id
   CROSS JOIN LATERAL (SELECT count(*)::int AS conversations FROM (SELECT DISTINCT o.lane FROM outbox o
     WHERE o.state = 'sent' AND CASE WHEN o.send_run_id IS NULL THEN 0 ELSE 1 END IN (0, 1) AND o.connection_id = c.id AND o.finished_at < statement_timestamp() - interval '1 hour'
       AND o.finished_at > greatest(a.last_event_at, statement_timestamp() - interval '1 day') LIMIT 10) lanes) found
   WHERE c.api IN ('meow', 'cloud_api') AND c.status = 'CONNECTED' AND found.conversations > 0`,
);

// Few connections have refusals; what was sent is counted for those alone, as far as the share needs it.
const refused = statement<{ connectionId: number; refused: number; sent: number }>(
  "health_refused",
  `SELECT f.connection_id AS "connectionId", f.refused, s.sent
   FROM (SELECT connection_id, count(*)::int AS refused FROM outbox
     WHERE state = 'failed' AND finished_at > statement_timestamp() - interval '15 minutes' AND connection_id IS NOT NULL GROUP BY connection_id) f
   CROSS JOIN LATERAL (SELECT count(*)::int AS sent FROM (SELECT FROM outbox o
     WHERE o.state = 'sent' AND CASE WHEN o.send_run_id IS NULL THEN 0 ELSE 1 END IN (0, 1) AND o.connection_id = f.connection_id
       AND o.finished_at > statement_timestamp() - interval '15 minutes' LIMIT 10000) counted) s
   ORDER BY f.connection_id`,
);

export const readLaneBacklog = (sql: Sql): Promise<LaneBacklog> => one(sql.run(laneBacklog));

/** Lists the connections that have unfinished sends. */
export const readOutboxBacklog = (sql: Sql): Promise<ConnectionBacklog[]> => sql.run(outboxBacklog);

/** Counts parked events by connection. */
export const readParkedCounts = (sql: Sql) => sql.run(parkedCounts);

/** Notes when the newest event of each connection was stored. */
export async function noteArrivals(sql: Sql): Promise<void> {
  await sql.run(note);
}

/**
 * Counts, up to ten, the conversations to which a connection sent something an hour to a day ago and since its last event, for
 * connections whose gateway calls our webhook.
 */
export const readUnanswered = (sql: Sql) => sql.run(unanswered);

/** Counts, by connection, the sends that were refused in the last 15 minutes, and those that went out, up to 10,000; only where some were refused. */
export const readRefused = (sql: Sql) => sql.run(refused);

/** When the newest event of each connection was stored, as last noted. */
export const readArrivals = (sql: Sql) => sql.run(arrivals);

/** A transaction of any program that has been idle for long. */
interface OpenTransaction {
  /** The program's `application_name` at PostgreSQL. */
  readonly program: string;
  readonly seconds: number;
}

/** What runs at the database. */
export interface Pulse {
  /** Our processes that said lately that they live: one that stands still keeps its connections. */
  readonly apis: number;
  readonly workers: number;
  readonly openTransaction: OpenTransaction | null;
}

/** What the database server says about itself and about our processes. */
interface ServerFacts extends Pulse {
  readonly version: string;
  readonly bytes: number;
  readonly connections: number;
  readonly connectionsAllowed: number;
  /** The newest migration. */
  readonly schema: string;
  /** When the first migration ran here. */
  readonly installedAt: Date;
}

const server = statement<Omit<ServerFacts, keyof Pulse>>(
  "health_server",
  `SELECT current_setting('server_version') AS version, pg_database_size(current_database())::bigint AS bytes,
     (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
     current_setting('max_connections')::int AS "connectionsAllowed",
     (SELECT max(name) FROM schema_migration) AS schema,
     (SELECT min(executed_at) FROM schema_migration) AS "installedAt"`,
);
const pulse = statement<Pulse>(
  "health_pulse",
  `SELECT count(*) FILTER (WHERE program = 'api')::int AS apis, count(*) FILTER (WHERE program = 'worker')::int AS workers,
     (SELECT jsonb_build_object('program', application_name, 'seconds', extract(epoch FROM now() - xact_start)::int) FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND xact_start < now() - $1 * interval '1 second'
      ORDER BY xact_start LIMIT 1) AS "openTransaction"
   FROM process WHERE seen_at >= now() - ${GONE_SECONDS} * interval '1 second'`,
);

/** Reads the server's facts; names a transaction that has been idle for `openSeconds`. */
export async function readServerFacts(sql: Sql, openSeconds: number): Promise<ServerFacts> {
  const [facts, found] = await Promise.all([one(sql.run(server)), readPulse(sql, openSeconds)]);
  return { ...facts, ...found };
}

/** Counts our processes and returns the oldest transaction that has been idle for `openSeconds`, or null. */
export const readPulse = (sql: Sql, openSeconds: number): Promise<Pulse> => one(sql.run(pulse, [openSeconds]));

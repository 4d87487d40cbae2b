import pg from "pg";
import { isAside } from "../backup/schemaSwap.js";
import { asRecordedNow, findOlder, MIGRATIONS } from "../migrations/index.js";
import { one, statement, type Sql } from "../sql/index.js";

/** What a database server says about itself. */
export interface ServerFacts {
  readonly major: number;
  readonly isReadOnly: boolean;
  readonly isUtf8: boolean;
  /** The server's time. */
  readonly now: Date;
}

/** How the schema relates to this version: migrations that are missing, and the newest unknown one. */
export interface SchemaFacts {
  readonly isEmpty: boolean;
  readonly pending: number;
  readonly newer: string | null;
  /** The newest migration of a schema from which this version cannot migrate. */
  readonly older: string | null;
  /** A restore was interrupted. */
  readonly isAside: boolean;
}

/** What waits for a person. */
export interface WorkFacts {
  readonly parkedEvents: number;
  readonly unknownSends: number;
  readonly numbersAway: number;
}

const server = statement<ServerFacts>(
  "doctor_server",
  `SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('server_encoding') = 'UTF8' AS "isUtf8", clock_timestamp() AS now,
     pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
);
const work = statement<WorkFacts>(
  "doctor_work",
  `SELECT (SELECT count(*) FROM inbound_event WHERE state = 2)::int AS "parkedEvents",
     (SELECT count(*) FROM (SELECT FROM outbox WHERE state = 'unknown' LIMIT 1000) u)::int AS "unknownSends",
     (SELECT count(*) FROM connection WHERE number IS NOT NULL AND status <> 'CONNECTED')::int AS "numbersAway"`,
);

export const readServerFacts = (sql: Sql): Promise<ServerFacts> => one(sql.run(server));
export const readWorkFacts = (sql: Sql): Promise<WorkFacts> => one(sql.run(work));

/** Compares the schema with the migrations of this version, and changes nothing. */
export async function readSchemaFacts(url: string): Promise<SchemaFacts> {
  const client = new pg.Client({ connectionString: url, application_name: "balcao-doctor", connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows: found } = await client.query<{ there: boolean }>("SELECT to_regclass('public.schema_migration') IS NOT NULL AS there");
    const isEmpty = found[0]?.there !== true;
    const { rows } = isEmpty
      ? { rows: [] }
      : await client.query<{ name: string }>("SELECT name FROM public.schema_migration ORDER BY name");
    const recorded = rows.map(({ name }) => name);
    const older = findOlder(recorded);
    const done = new Set(asRecordedNow(recorded));
    const ours = new Set<string>(MIGRATIONS.map(({ name }) => name));
    return {
      isEmpty,
      pending: [...ours].filter((name) => !done.has(name)).length,
      newer: older === null ? ([...done].filter((name) => !ours.has(name)).at(-1) ?? null) : null,
      older,
      isAside: await isAside(client),
    };
  } finally {
    await client.end();
  }
}

/** One line of what a field report says of the database; no name, number or text of anybody. */
export interface FieldFact {
  readonly about: "connection" | "sends" | "errors" | "messages" | "gaps" | "parked" | "unread";
  readonly connectionId: number;
  /** Codes and states. */
  readonly words: readonly (string | null)[];
  readonly count: number;
  readonly at: Date | null;
}

// The newest hundred thousand rows are enough for a day, and found without reading the others.
const facts = statement<FieldFact>(
  "doctor_field_facts",
  `SELECT 'connection' AS about, c.id AS "connectionId", ARRAY[c.api, c.status, split_part(c.status_reason, ':', 1)] AS words, c.retries AS count, a.last_event_at AS at
     FROM connection c LEFT JOIN connection_activity a ON a.connection_id = c.id
   UNION ALL SELECT 'sends', connection_id, ARRAY[state, origin], count(*)::int, max(finished_at) FROM outbox
     WHERE created_at > now() - interval '1 day' AND connection_id IS NOT NULL GROUP BY connection_id, state, origin
   UNION ALL SELECT 'errors', connection_id, ARRAY[error ->> 'code'], count(*)::int, max(finished_at) FROM outbox
     WHERE created_at > now() - interval '1 day' AND error IS NOT NULL AND connection_id IS NOT NULL GROUP BY connection_id, error ->> 'code'
   UNION ALL SELECT 'messages', connection_id, ARRAY[CASE WHEN from_me THEN 'out' ELSE 'in' END, type, 'ack' || ack], count(*)::int, max(sent_at) FROM message
     WHERE id > (SELECT max(id) - 100000 FROM message) AND sent_at > now() - interval '1 day' AND connection_id IS NOT NULL GROUP BY connection_id, from_me, type, ack
   UNION ALL SELECT 'gaps', connection_id, ARRAY[split_part(reason, ':', 1)], recovered, from_at FROM connection_gap WHERE from_at > now() - interval '7 days'
   UNION ALL SELECT 'parked', connection_id, ARRAY[kind], count(*)::int, max(received_at) FROM inbound_event WHERE state = 2 GROUP BY connection_id, kind
   UNION ALL SELECT 'unread', connection_id, ARRAY[name], seen::int, last_at FROM unknown_event WHERE last_at > now() - interval '30 days'
   ORDER BY 1, 2, 3`,
);

/** What a field report says of connections, of the sends and messages of a day, and of what could not be read. */
export const readFieldFacts = (sql: Sql): Promise<FieldFact[]> => sql.run(facts);

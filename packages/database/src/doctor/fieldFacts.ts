import { statement, type Sql } from "../sql/index.js";

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

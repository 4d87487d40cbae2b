import { statement, type Sql } from "../sql/index.js";

// The order of the index and the limit make it one look per connection; an EXISTS may become a join that reads every queued row.
const dueConnections = statement<{ connectionId: number }>(
  "outbox_due",
  `SELECT asked.id AS "connectionId" FROM unnest($1::int[]) AS asked(id), LATERAL (
     SELECT FROM outbox WHERE connection_id = asked.id AND state = 'queued' AND not_before <= clock_timestamp() ORDER BY lane_seq LIMIT 1) AS due`,
);

/** Returns which of these connections have messages that may be due. */
export const listDueConnections = async (sql: Sql, connectionIds: readonly number[]): Promise<readonly number[]> =>
  connectionIds.length === 0 ? [] : (await sql.run(dueConnections, [connectionIds])).map(({ connectionId }) => connectionId);

import { statement, type Sql } from "../sql/index.js";

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

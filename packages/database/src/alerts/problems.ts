import type { KnownProblem } from "@balcao/domain/health";
import { first, one, statement, type Sql } from "../sql/index.js";

const look = statement<{ at: Date }>(
  "problem_look",
  `INSERT INTO problem_look AS l (at) VALUES (now())
   ON CONFLICT (id) DO UPDATE SET at = now() WHERE l.at NOT BETWEEN now() - $1 * interval '1 millisecond' AND now() RETURNING at`,
);
const lock = statement<{ at: Date }>(
  "problem_lock",
  `WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext('balcao:problems'))) SELECT clock_timestamp() AS at FROM held`,
);
const list = statement<KnownProblem>(
  "problem_list",
  `SELECT kind, connection_id AS "connectionId", name, value, began_at AS "beganAt", seen_at AS "seenAt", told_at AS "toldAt", is_open AS "isOpen"
   FROM problem ORDER BY kind, connection_id`,
);
const put = statement(
  "problem_put",
  `WITH given AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS g(kind text, "connectionId" int, name text, value float8, "beganAt" timestamptz,
       "seenAt" timestamptz, "toldAt" timestamptz, "isOpen" boolean)),
   gone AS (DELETE FROM problem p WHERE NOT EXISTS (SELECT FROM given g WHERE g.kind = p.kind AND g."connectionId" = p.connection_id))
   INSERT INTO problem (kind, connection_id, name, value, began_at, seen_at, told_at, is_open)
   SELECT kind, "connectionId", name, value, "beganAt", "seenAt", "toldAt", "isOpen" FROM given
   ON CONFLICT (kind, connection_id) DO UPDATE SET name = excluded.name, value = excluded.value, began_at = excluded.began_at,
     seen_at = excluded.seen_at, told_at = excluded.told_at, is_open = excluded.is_open`,
);

/** Takes the next look for the calling process, when the last one is `everyMs` old; false when another process has looked since. */
export const takeLook = async (sql: Sql, everyMs: number): Promise<boolean> => (await first(sql.run(look, [everyMs]))) !== null;

/** Lets one process compare at a time, until its transaction ends. Returns the time of the database. */
export const lockProblems = async (tx: Sql): Promise<Date> => (await one(tx.run(lock))).at;

export const listProblems = (sql: Sql): Promise<KnownProblem[]> => sql.run(list);

/** Stores these problems in place of all others. */
export async function putProblems(tx: Sql, rows: readonly KnownProblem[]): Promise<void> {
  await tx.run(put, [JSON.stringify(rows)]);
}

import { one, statement, type Sql } from "../sql/index.js";

/** Why two contacts may be one person: the same phone in two forms, the same e-mail, or the same name where one has only an opaque address. */
export type DuplicateReason = "phone" | "email" | "name";

/** Two contacts that may be one person; `keptId` is the one with a number, or the older one. */
export interface DuplicatePair {
  readonly keptId: number;
  readonly otherId: number;
  readonly reason: DuplicateReason;
}

// Each part begins with few rows: the short form of numbers that have two (ADR 37, D-263), e-mails of several contacts, contacts without a number.
const pairs = statement<DuplicatePair & { readonly count: number }>(
  "duplicate_pairs",
  `WITH phones AS (
     SELECT contact_id AS id, CASE left(value, 2) WHEN '55' THEN left(value, 4) || '9' || right(value, 8)
       WHEN '52' THEN '521' || right(value, 10) ELSE '549' || right(value, 10) END AS long
     FROM contact_address WHERE kind = 'phone' AND length(value) = 12 AND value ~ '^(55[1-9][1-9][6-9]|52[2-9]|54[1-3])'),
   emails AS (SELECT email, min(id) AS id FROM contact WHERE email <> '' GROUP BY email HAVING count(*) > 1),
   names AS (SELECT min(n.id) AS id, l.id AS other FROM contact l JOIN contact n ON n.name_key = l.name_key AND n.number IS NOT NULL AND NOT n.is_group
     WHERE l.number IS NULL AND NOT l.is_group AND l.name_key NOT IN ('', 'contato')
       AND EXISTS (SELECT 1 FROM contact_address a WHERE a.contact_id = l.id AND a.kind IN ('lid', 'bsuid')) GROUP BY l.id HAVING count(*) = 1),
   found AS (
     SELECT p.id AS one, c.id AS other, 1 AS rank FROM phones p JOIN contact c ON c.number = p.long AND c.id <> p.id
     UNION ALL SELECT e.id, c.id, 2 FROM emails e JOIN contact c ON c.email = e.email AND c.email <> '' AND c.id <> e.id
     UNION ALL SELECT id, other, 3 FROM names),
   pair AS (SELECT least(one, other) AS low, greatest(one, other) AS high, min(rank) AS rank FROM found GROUP BY 1, 2),
   open_pair AS (SELECT pair.*, count(*) OVER ()::int AS n FROM pair JOIN contact l ON l.id = low JOIN contact h ON h.id = high
     WHERE NOT l.is_group AND NOT h.is_group AND NOT EXISTS (SELECT 1 FROM contact_distinct d WHERE d.low_id = pair.low AND d.high_id = pair.high) ORDER BY rank, low, high LIMIT $1)
   SELECT CASE WHEN l.number IS NULL AND h.number IS NOT NULL THEN high ELSE low END AS "keptId",
     CASE WHEN l.number IS NULL AND h.number IS NOT NULL THEN low ELSE high END AS "otherId",
     (ARRAY['phone', 'email', 'name'])[rank] AS reason, n AS count
   FROM open_pair JOIN contact l ON l.id = low JOIN contact h ON h.id = high ORDER BY rank, low, high`,
);
const setDistinct = statement<{ lowId: number }>(
  "duplicate_distinct",
  `INSERT INTO contact_distinct (low_id, high_id) SELECT least($1::int, $2::int), greatest($1::int, $2::int) ON CONFLICT DO NOTHING RETURNING low_id AS "lowId"`,
);
const counts = statement<{ tickets: number; messages: number }>(
  "duplicate_counts",
  `SELECT count(*)::int AS tickets, coalesce(sum((SELECT count(*) FROM message m WHERE m.ticket_id = t.id)), 0)::int AS messages FROM ticket t WHERE t.contact_id = $1`,
);

/** Lists the first pairs of contacts that may be one person, each with the number of all pairs. */
export const listDuplicatePairs = (sql: Sql, limit: number) => sql.run(pairs, [limit]);
/** Records that two contacts are not one person; false when it was recorded before. */
export const markDistinct = async (tx: Sql, one: number, other: number): Promise<boolean> =>
  (await tx.run(setDistinct, [one, other])).length > 0;
/** How many tickets and messages a contact has. */
export const countContactHistory = (sql: Sql, contactId: number) => one(sql.run(counts, [contactId]));

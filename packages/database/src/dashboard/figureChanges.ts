import { countedOf } from "../moving/journal.js";
import { one, statement, type Sql } from "../sql/index.js";

const dayOf = (at: string): string => `(${at} AT TIME ZONE $2)::date`;
const epoch = (at: string): string => `coalesce(extract(epoch FROM ${at}), 0)`;

/** What the figures count of ticket `t`, as one number: when it changes, the ticket's days must be computed again. */
const FACTS = `hashtextextended(concat_ws(' ', t.queue_key, t.user_key, coalesce(t.connection_id, 0), t.is_group, t.status = 'closed',
  ${epoch("t.created_at")}, ${epoch("t.accepted_at")}, ${epoch("t.closed_at")}), 0)`;

/**
 * The changed tickets since the cursor $1, found by their live events as the broadcaster finds them.
 * A ticket that no longer exists makes every day stale on which it may have had messages, and one that was not counted before, as a record
 * that the customer has answered, those on which it has some.
 */
const notice = statement<{ cursor: string }>(
  "figure_notice",
  `WITH fresh AS MATERIALIZED (
     SELECT ticket_id, payload FROM live_event
       WHERE topic = 'ticket' AND xid >= pg_snapshot_xmax($1::pg_snapshot) AND xid < pg_snapshot_xmax(pg_current_snapshot())
     UNION ALL
     SELECT ticket_id, payload FROM live_event WHERE topic = 'ticket' AND xid = ANY(ARRAY(SELECT pg_snapshot_xip($1::pg_snapshot)))
   ), touched AS MATERIALIZED (
     SELECT i.ticket_id AS id, t.id IS NULL AS gone, ${dayOf("t.created_at")} AS created_day, ${dayOf("t.closed_at")} AS closed_day,
       f.created_day AS old_created, f.closed_day AS old_closed
     FROM (SELECT DISTINCT ticket_id FROM fresh) i LEFT JOIN ticket t ON t.id = i.ticket_id LEFT JOIN figure_ticket f ON f.ticket_id = i.ticket_id
     WHERE t.id IS NULL OR (t.origin IS NULL AND ${countedOf("t")} AND (f.ticket_id IS NULL OR f.facts <> ${FACTS}))
   ), ticket_days AS (
     SELECT created_day AS day FROM touched UNION SELECT closed_day FROM touched UNION SELECT old_created FROM touched UNION SELECT old_closed FROM touched
   ), message_days AS (
     SELECT ${dayOf("m.sent_at")} AS day FROM fresh CROSS JOIN LATERAL jsonb_array_elements_text(fresh.payload->'createdMessages') AS made(id)
       JOIN message m ON m.id = made.id::bigint
     UNION
     SELECT generate_series(old_created, $3::date, interval '1 day')::date FROM touched WHERE gone
     UNION
     SELECT ${dayOf("m.sent_at")} FROM touched JOIN message m ON m.ticket_id = touched.id WHERE NOT gone AND old_created IS NULL AND created_day < $3
   ), marked AS (
     UPDATE figure_day d SET
       stale_tickets = stale_tickets OR d.day IN (SELECT day FROM ticket_days WHERE day IS NOT NULL),
       stale_messages = stale_messages OR d.day IN (SELECT day FROM message_days WHERE day IS NOT NULL)
     WHERE d.day IN (SELECT day FROM ticket_days UNION SELECT day FROM message_days)
   ), forgotten AS (
     DELETE FROM figure_ticket WHERE ticket_id IN (SELECT id FROM touched WHERE gone)
   )
   SELECT pg_current_snapshot()::text AS cursor`,
);

/**
 * Stores in which days the tickets of a day are counted. One whose facts differ from what was
 * stored makes its other days stale.
 */
const remember = statement(
  "figure_remember",
  `WITH counted AS MATERIALIZED (
     SELECT t.id, ${dayOf("t.created_at")} AS created_day, ${dayOf("t.closed_at")} AS closed_day, ${FACTS} AS facts FROM ticket t WHERE t.id = ANY($1::int[])
   ), changed AS MATERIALIZED (
     SELECT c.*, f.created_day AS old_created, f.closed_day AS old_closed
     FROM counted c LEFT JOIN figure_ticket f ON f.ticket_id = c.id WHERE f.facts IS DISTINCT FROM c.facts
   ), marked AS (
     UPDATE figure_day SET stale_tickets = true WHERE NOT stale_tickets AND day <> $3::date AND day IN (
       SELECT created_day FROM changed UNION SELECT closed_day FROM changed UNION SELECT old_created FROM changed UNION SELECT old_closed FROM changed)
   )
   INSERT INTO figure_ticket (ticket_id, created_day, closed_day, facts) SELECT id, created_day, closed_day, facts FROM changed ORDER BY id
   ON CONFLICT (ticket_id) DO UPDATE SET created_day = excluded.created_day, closed_day = excluded.closed_day, facts = excluded.facts`,
);
const now = statement<{ cursor: string }>("figure_now", `SELECT pg_current_snapshot()::text AS cursor`);

/** Marks the stored days of what changed since the cursor, and returns the next cursor. */
export const noticeChanges = async (tx: Sql, cursor: string, zone: string, today: string): Promise<string> =>
  (await one(tx.run(notice, [cursor, zone, today]))).cursor;

/** The cursor of this moment. */
export const currentCursor = async (tx: Sql): Promise<string> => (await one(tx.run(now))).cursor;

/** Stores that these tickets are counted as they are now, while a day is computed. */
export const rememberTickets = (tx: Sql, ticketIds: readonly number[], zone: string, day: string) =>
  tx.run(remember, [ticketIds, zone, day]);

import { statement, type Sql } from "../sql/index.js";

/** A walk of the lists' index: a state, queue and person that have tickets. */
const CELLS = `SELECT DISTINCT bucket, queue_key, user_key FROM (
     SELECT bucket, queue_key, user_key FROM ticket_cell WHERE n > 0 UNION ALL SELECT bucket, queue_key, user_key FROM ticket_cell_delta) every`;

const cells = statement<OpenCell>(
  "now_cells",
  `SELECT bucket, queue_key AS "queueKey", user_key AS "userKey", sum(n)::int AS n FROM (
     SELECT bucket, queue_key, user_key, n FROM ticket_cell WHERE bucket IN ('open', 'pending')
     UNION ALL SELECT bucket, queue_key, user_key, n FROM ticket_cell_delta WHERE bucket IN ('open', 'pending')) every
   GROUP BY bucket, queue_key, user_key HAVING sum(n) > 0`,
);
const waits = statement<WaitingCell>(
  "now_waits",
  `SELECT c.queue_key AS "queueKey", c.user_key AS "userKey", t.since
   FROM (${CELLS} WHERE bucket = 'pending') c CROSS JOIN LATERAL (
     SELECT coalesce(waiting_since, last_activity) AS since FROM ticket
     WHERE bucket = 'pending' AND queue_key = c.queue_key AND user_key = c.user_key ORDER BY coalesce(waiting_since, last_activity), id LIMIT 1) t`,
);
const due = statement<DueCell>(
  "now_due",
  `SELECT bucket, queue_key AS "queueKey", user_key AS "userKey", count(*) FILTER (WHERE due_at <= $1)::int AS overdue, count(*) FILTER (WHERE due_at > $1)::int AS "dueSoon"
   FROM ticket WHERE due_at <= $2 AND bucket IN ('open', 'pending') GROUP BY bucket, queue_key, user_key`,
);
// The newest of each walk: an answer is an activity, and few conversations of a person are newer than her last answer.
const signs = statement<SignOfLife>(
  "now_signs",
  `SELECT u.id AS "userId", a.answered AS "lastAnswerAt", p.seen AS "lastSeenAt" FROM user_account u
   LEFT JOIN (
     SELECT c.user_key, max(t.answered_at) AS answered FROM (${CELLS} WHERE user_key <> 0 AND bucket IN ('open', 'pending', 'paused', 'closed')) c
     CROSS JOIN LATERAL (SELECT answered_at FROM ticket WHERE bucket = c.bucket AND queue_key = c.queue_key AND user_key = c.user_key
       ORDER BY last_activity DESC, id DESC LIMIT 50) t
     GROUP BY c.user_key) a ON a.user_key = u.id
   LEFT JOIN (SELECT s.user_id, max(p.seen_at) AS seen FROM session_presence p JOIN auth_session s ON s.id = p.session_id GROUP BY s.user_id) p ON p.user_id = u.id
   WHERE u.deleted_at IS NULL`,
);

/** How many open or pending tickets a queue and person have; 0 for none. */
export interface OpenCell {
  readonly bucket: "open" | "pending";
  readonly queueKey: number;
  readonly userKey: number;
  readonly n: number;
}

/** Since when the pending ticket of a queue and person that waits longest waits; 0 for none. */
interface WaitingCell {
  readonly queueKey: number;
  readonly userKey: number;
  readonly since: Date;
}

/** How many tickets of a state, queue and person are overdue, and how many will be soon. */
export interface DueCell {
  readonly bucket: "open" | "pending";
  readonly queueKey: number;
  readonly userKey: number;
  readonly overdue: number;
  readonly dueSoon: number;
}

/** When a person answered last in what is hers, and was connected last. */
interface SignOfLife {
  readonly userId: number;
  readonly lastAnswerAt: Date | null;
  readonly lastSeenAt: Date | null;
}

/** Counts open and pending tickets by queue and person, from the stored counts. */
export const readOpenCells = (sql: Sql) => sql.run(cells);

/** Reads who waits longest, by queue and person. */
export const readLongestWaits = (sql: Sql) => sql.run(waits);

/** Counts the tickets whose target is over at `now` or will be at `soon`, by state, queue and person. */
export const countDue = (sql: Sql, now: Date, soon: Date) => sql.run(due, [now, soon]);

/** Reads each person's last answer and when they were connected last. */
export const readSignsOfLife = (sql: Sql) => sql.run(signs);

import { statement, type Sql } from "../sql/index.js";
import { LOCKED_COLUMNS, type LockedTicket } from "./ticketWrites.js";

const dueRows = statement<{ id: number }>(
  "snooze_due",
  "SELECT id FROM ticket WHERE snooze = 'asleep' AND wakes_at <= $1 ORDER BY wakes_at LIMIT $2",
);
// What another transaction holds is left to it, or to the next run.
const lockDue = statement<LockedTicket>(
  "snooze_lock_due",
  `SELECT ${LOCKED_COLUMNS} FROM ticket WHERE id = ANY($1::int[]) AND snooze = 'asleep' AND wakes_at <= $2 ORDER BY id FOR UPDATE SKIP LOCKED`,
);
const presentRows = statement<{ id: number }>(
  "snooze_owners_present",
  "SELECT id FROM user_account WHERE id = ANY($1::int[]) AND status <> 'offline'",
);

/** Lists the tickets whose snooze is over, the longest first. */
export const listDueSnoozes = async (sql: Sql, now: Date, limit: number) => (await sql.run(dueRows, [now, limit])).map(({ id }) => id);

/** Locks those of some tickets whose snooze is over still and which nobody else has locked. */
export const lockDueSnoozes = (tx: Sql, ids: readonly number[], now: Date) => tx.run(lockDue, [ids, now]);

/** Which of some people have the product open, whether they use it now or not. */
export const listPresent = async (sql: Sql, userIds: readonly number[]) => (await sql.run(presentRows, [userIds])).map(({ id }) => id);

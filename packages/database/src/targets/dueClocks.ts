import type { TargetKind } from "@balcao/domain/targets";
import { statement, type Sql } from "../sql/index.js";

const due = statement<{ id: number }>(
  "target_due",
  "SELECT id FROM target_clock WHERE next_at IS NOT NULL AND next_at <= $1 ORDER BY next_at LIMIT $2",
);

/** A clock whose owner is to be told of it now. */
export interface DueClock {
  readonly id: number;
  readonly kind: TargetKind;
  readonly dueAt: Date;
  readonly queueId: number;
  readonly userId: number | null;
}

// What another transaction holds is left to it, or to the next run.
const lockDue = statement<DueClock>(
  "target_lock_due",
  `SELECT id, kind, due_at AS "dueAt", queue_id AS "queueId", user_id AS "userId"
   FROM target_clock WHERE id = ANY($1::int[]) AND next_at <= $2 ORDER BY id FOR UPDATE SKIP LOCKED`,
);
const mark = statement(
  "target_told",
  "UPDATE target_clock SET told = $2, breached_at = CASE WHEN $2 = 2 THEN coalesce(breached_at, due_at) ELSE breached_at END WHERE id = ANY($1::int[])",
);

/** Lists the clocks of which somebody is to be told, the longest due first. */
export const listDueClocks = async (sql: Sql, now: Date, limit: number) => (await sql.run(due, [now, limit])).map(({ id }) => id);

/** Locks those of some clocks which still have to be told and which nobody else has locked. */
export const lockDueClocks = (tx: Sql, ids: readonly number[], now: Date) => tx.run(lockDue, [ids, now]);

/** Records that people were told of clocks: 1 before their time is over, 2 when it was, which is a breach from then on. */
export const markTold = (tx: Sql, ids: readonly number[], told: 1 | 2) => tx.run(mark, [ids, told]);

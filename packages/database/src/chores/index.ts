import { statement, type Sql } from "../sql/index.js";

export type ChoreKind = "fetchMedia" | "fetchPicture" | "markRead" | "describeGroup" | "rejectCall" | "templateReview";

export interface Chore {
  readonly id: number;
  readonly connectionId: number;
  readonly kind: ChoreKind;
  readonly subject: string;
  readonly input: unknown;
  readonly attempts: number;
}

/** What is only nice to have about somebody new, and is asked for one at a time. */
const GENTLE = "('fetchPicture', 'describeGroup')";

const insertRow = statement(
  "chore_insert",
  `INSERT INTO gateway_chore (connection_id, kind, subject, input, ready_at) VALUES ($1, $2, $3, $4, now() + $5 * interval '1 millisecond')
   ON CONFLICT (connection_id, kind, subject) DO UPDATE SET input = excluded.input, ready_at = least(gateway_chore.ready_at, excluded.ready_at)`,
  { wakes: ["chores"] },
);
// As an array, because a subquery may be a join that is run again for each row, and takes more rows than its limit. Each number's own are
// read, because one that is away may have thousands; whoever waits here for another process finds its row no longer due.
const takeRows = statement<Chore>(
  "chore_take",
  `UPDATE gateway_chore SET ready_at = clock_timestamp() + interval '3 minutes', attempts = attempts + 1
   WHERE id = ANY(ARRAY(
     SELECT due.id FROM unnest($1::int[]) AS own(id) CROSS JOIN LATERAL (
       SELECT c.id, c.ready_at FROM gateway_chore c WHERE c.connection_id = own.id AND c.ready_at <= statement_timestamp()
         AND (c.kind NOT IN ${GENTLE} OR own.id <> ALL($3::int[])) ORDER BY c.ready_at LIMIT $2
     ) due ORDER BY due.ready_at LIMIT $2)) AND ready_at <= statement_timestamp()
   RETURNING id, connection_id AS "connectionId", kind, subject, input, attempts`,
);
const deleteRow = statement<{ id: number }>("chore_done", `DELETE FROM gateway_chore WHERE id = $1 RETURNING id`);
const delayRow = statement(
  "chore_delay",
  `UPDATE gateway_chore SET ready_at = clock_timestamp() + $2 * interval '1 millisecond', last_error = left($3, 300) WHERE id = $1`,
);
// A parked chore is never due by itself: what describes its work is kept for a person who asks again.
const parkRow = statement(
  "chore_park",
  `UPDATE gateway_chore SET ready_at = 'infinity', attempts = 0, last_error = left($2, 300) WHERE id = $1`,
);
const resumeRow = statement<{ id: number }>(
  "chore_resume",
  `UPDATE gateway_chore SET ready_at = clock_timestamp() WHERE connection_id = $1 AND kind = $2 AND subject = $3 AND ready_at = 'infinity' RETURNING id`,
  { wakes: ["chores"] },
);
const deleteParkedRows = statement<{ id: number }>(
  "chore_expire",
  `DELETE FROM gateway_chore WHERE id IN (
     SELECT c.id FROM gateway_chore c LEFT JOIN message m ON m.id = c.subject::bigint
     WHERE c.ready_at = 'infinity' AND c.kind = 'fetchMedia' AND coalesce(m.sent_at < $1, true) LIMIT 1000)
   RETURNING id`,
);

/**
 * Inserts a chore. The same work inserted twice is one row: `subject` says what it is about, among
 * the connection's chores of the kind. It is due in `afterMs`.
 */
export async function insertChore(
  tx: Sql,
  { connectionId, kind, subject, input }: Pick<Chore, "connectionId" | "kind" | "subject" | "input">,
  afterMs = 0,
): Promise<void> {
  await tx.run(insertRow, [connectionId, kind, subject, JSON.stringify(input), afterMs]);
}

/**
 * Takes due chores of these connections; of those in `resting` none about pictures and groups. A chore
 * whose process ends is due again after three minutes.
 */
export const takeChores = async (
  sql: Sql,
  connectionIds: readonly number[],
  limit: number,
  resting: readonly number[] = [],
): Promise<Chore[]> => (connectionIds.length === 0 ? [] : sql.run(takeRows, [connectionIds, limit, resting]));

/** Whether a chore is one that a connection does not do in bursts. */
export const isGentle = ({ kind }: Pick<Chore, "kind">): boolean => kind === "fetchPicture" || kind === "describeGroup";

/** Deletes a finished chore; false when another process has finished it already. */
export async function deleteChore(tx: Sql, id: number): Promise<boolean> {
  return (await tx.run(deleteRow, [id])).length > 0;
}

export async function delayChore(sql: Sql, id: number, delayMs: number, reason: string): Promise<void> {
  await sql.run(delayRow, [id, delayMs, reason]);
}

/** Keeps a chore that failed, to be done when somebody asks for it again. */
export async function parkChore(tx: Sql, id: number, reason: string): Promise<void> {
  await tx.run(parkRow, [id, reason]);
}

/** Makes a parked chore due now; false when there is none. */
export async function resumeChore(
  tx: Sql,
  { connectionId, kind, subject }: Pick<Chore, "connectionId" | "kind" | "subject">,
): Promise<boolean> {
  return (await tx.run(resumeRow, [connectionId, kind, subject])).length > 0;
}

/** Deletes up to a thousand parked chores about files of messages from before an instant; returns how many. */
export const deleteParkedChores = async (sql: Sql, before: Date): Promise<number> => (await sql.run(deleteParkedRows, [before])).length;

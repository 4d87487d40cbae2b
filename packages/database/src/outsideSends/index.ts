import { first, one, statement, type Sql } from "../sql/index.js";

/** What a program sent with one call and has not left yet (D-650). */
export interface OutsideSend {
  readonly connectionId: number;
  readonly messageIds: readonly number[];
  readonly userId: number;
  /** Null for a person's own call. */
  readonly tokenId: string | null;
  /** Whether its contact has not written within 24 hours: it waits for the connection's turn. */
  readonly isFirst: boolean;
  /** Whether the network takes it within the 24-hour window alone. */
  readonly needsWindow: boolean;
}

export type WaitingOutside = OutsideSend & { readonly id: number; readonly createdAt: Date };

const COLUMNS = `id, connection_id AS "connectionId", message_ids AS "messageIds", user_id AS "userId", token_id AS "tokenId",
  is_first AS "isFirst", needs_window AS "needsWindow", created_at AS "createdAt"`;

const hold = statement(
  "outside_send_hold",
  `WITH held AS (UPDATE outbox SET not_before = 'infinity' WHERE message_id = ANY($2::bigint[]) RETURNING id),
     opened AS (INSERT INTO send_pacing (connection_id) VALUES ($1) ON CONFLICT DO NOTHING)
   INSERT INTO outside_send (connection_id, message_ids, user_id, token_id, is_first, needs_window) VALUES ($1, $2::bigint[], $3, $4, $5, $6)`,
  { wakes: ["sends"] },
);
const countRows = statement<{ n: number }>(
  "outside_send_count",
  `SELECT count(*)::int AS n FROM (SELECT FROM outside_send WHERE connection_id = $1 AND is_first = $2 LIMIT $3) s`,
);
const listAnswers = statement<{ id: number }>(
  "outside_send_answers",
  `SELECT id FROM outside_send WHERE connection_id = ANY($1::int[]) AND NOT is_first ORDER BY id LIMIT 100`,
);
const lockRow = statement<WaitingOutside>("outside_send_lock", `SELECT ${COLUMNS} FROM outside_send WHERE id = $1 FOR UPDATE SKIP LOCKED`);
const lockNext = statement<WaitingOutside>(
  "outside_send_lock_next",
  `SELECT ${COLUMNS} FROM outside_send WHERE connection_id = $1 AND is_first ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
);
const release = statement(
  "outside_send_release",
  `WITH gone AS (DELETE FROM outside_send WHERE id = $1 RETURNING message_ids)
   UPDATE outbox o SET not_before = clock_timestamp() FROM gone WHERE o.message_id = ANY(gone.message_ids) AND o.state = 'queued'`,
  { wakes: ["outbox"] },
);
const cancel = statement<{ id: number }>(
  "outside_send_cancel",
  `WITH gone AS (DELETE FROM outside_send WHERE id = $1 RETURNING message_ids), ended AS (
     UPDATE outbox o SET state = 'cancelled', finished_at = clock_timestamp(), error = $2::jsonb FROM gone
     WHERE o.message_id = ANY(gone.message_ids) AND o.state = 'queued' AND NOT o.doubted RETURNING o.message_id)
   UPDATE message m SET error = $2::jsonb FROM ended WHERE m.id = ended.message_id RETURNING m.id`,
);

/** Keeps messages that were stored in this transaction from leaving, until they are let go or cancelled. */
export async function holdOutside(tx: Sql, send: OutsideSend): Promise<void> {
  await tx.run(hold, [send.connectionId, send.messageIds, send.userId, send.tokenId, send.isFirst, send.needsWindow]);
}

/** How much waits at a connection, with or without a turn of it; not counted beyond `most`. */
export const countOutside = async (sql: Sql, connectionId: number, isFirst: boolean, most: number): Promise<number> =>
  (await one(sql.run(countRows, [connectionId, isFirst, most]))).n;

/** What waits for no turn of these connections. */
export const listOutsideAnswers = async (sql: Sql, connectionIds: readonly number[]): Promise<number[]> =>
  (await sql.run(listAnswers, [connectionIds])).map(({ id }) => id);

/** One that waits; null where another process has it. */
export const lockOutside = (tx: Sql, id: number): Promise<WaitingOutside | null> => first(tx.run(lockRow, [id]));
/** The first of a connection that waits for a turn. */
export const lockNextOutside = (tx: Sql, connectionId: number): Promise<WaitingOutside | null> => first(tx.run(lockNext, [connectionId]));

export async function releaseOutside(tx: Sql, id: number): Promise<void> {
  await tx.run(release, [id]);
}

/** Cancels its messages with this error. Returns those that had not left. */
export const cancelOutside = async (tx: Sql, id: number, error: unknown): Promise<number[]> =>
  (await tx.run(cancel, [id, JSON.stringify(error)])).map((row) => row.id);

import { statement, type Sql } from "../sql/index.js";

/** Something that may be pushed: a kind, and the id of its row. */
export interface PushEventRow {
  readonly kind: string;
  readonly objectId: number;
}

/** Inserts a push event where `where` holds. While no browser has subscribed, messages cost nothing. */
export const insertPushEventWhere = (kind: string, objectId: string, where: string): string =>
  `INSERT INTO push_event (kind, object_id) SELECT ${kind}, ${objectId} WHERE ${where} AND EXISTS (SELECT FROM push_subscription)`;

const insertRow = statement("push_event_insert", insertPushEventWhere("$1", "$2::bigint", "true"), { wakes: ["pushes"] });
const takeRows = statement<PushEventRow>(
  "push_event_take",
  `DELETE FROM push_event WHERE id IN (SELECT id FROM push_event WHERE $2::text IS NULL OR kind = $2 ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
   RETURNING kind, object_id AS "objectId"`,
);

/** Records, in the transaction of a message, that it may have to be pushed. */
export async function insertPushEvent(tx: Sql, { kind, objectId }: PushEventRow): Promise<void> {
  await tx.run(insertRow, [kind, objectId]);
}

/** Takes the oldest events out of the table, with `only` those of one kind, for the transaction that makes deliveries of them. */
export const takePushEvents = (tx: Sql, most: number, only: string | null = null): Promise<PushEventRow[]> =>
  tx.run(takeRows, [most, only]);

import { statement, type Sql } from "../sql/index.js";

const insertEvent = statement("live_insert", `INSERT INTO live_event (topic, ticket_id, payload) VALUES ($1, $2, $3)`);

/** Writes a live event; call it after the ticket's row is locked, so that ids follow the order of its versions (ARCHITECTURE 7). */
export async function insertLiveEvent(tx: Sql, topic: string, ticketId: number | null, payload: unknown): Promise<void> {
  await tx.run(insertEvent, [topic, ticketId, JSON.stringify(payload)]);
}

const deleteOld = statement<{ n: number }>(
  "live_retention",
  `WITH gone AS (DELETE FROM live_event WHERE id IN (SELECT id FROM live_event WHERE id > $1 AND at < now() - interval '24 hours' ORDER BY id LIMIT 1000) RETURNING id)
   SELECT coalesce(max(id), 0) AS n FROM gone`,
);

/** Deletes a step of what is older than a day, above a remembered watermark; answers the new watermark, or 0 when nothing was left. */
export async function deleteOldLiveEvents(sql: Sql, above: number): Promise<number> {
  return (await sql.run(deleteOld, [above]))[0]?.n ?? 0;
}

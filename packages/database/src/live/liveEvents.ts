import { statement, type Sql } from "../sql/index.js";

const insertEvent = statement("live_insert", `INSERT INTO live_event (topic, ticket_id, payload) VALUES ($1, $2, $3)`, { wakes: ["live"] });

/**
 * Inserts a live event. Call it after locking the ticket's row, so that event ids follow the order
 * of its versions (ARCHITECTURE 7).
 */
export async function insertLiveEvent(tx: Sql, topic: string, ticketId: number | null, payload: unknown): Promise<void> {
  await tx.run(insertEvent, [topic, ticketId, JSON.stringify(payload)]);
}

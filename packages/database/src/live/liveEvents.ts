import { statement, type Sql } from "../sql/index.js";

const insertEvents = statement(
  "live_insert",
  `INSERT INTO live_event (topic, ticket_id, payload)
   SELECT topic, ticket_id, payload::jsonb FROM unnest($1::text[], $2::int[], $3::text[]) WITH ORDINALITY AS u(topic, ticket_id, payload, place) ORDER BY place`,
  { wakes: ["live"] },
);

/** An event that is about to be stored. */
export interface NewLiveEvent {
  readonly topic: string;
  readonly ticketId: number | null;
  readonly payload: unknown;
}

/**
 * Inserts live events. Call it after locking the tickets' rows, so that event ids follow the order
 * of their versions (ADR 5).
 */
export async function insertLiveEvents(tx: Sql, events: readonly NewLiveEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.run(insertEvents, [
    events.map(({ topic }) => topic),
    events.map(({ ticketId }) => ticketId),
    events.map(({ payload }) => JSON.stringify(payload)),
  ]);
}

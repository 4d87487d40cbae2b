import pg from "pg";
import { product } from "./product.js";

/** A message that was said long before the test. */
export interface OldMessage {
  readonly body: string;
  /** It answers the message with this place in the history. */
  readonly quotes?: number;
}

/**
 * Adds messages of the customer to a ticket, one per minute, the last one an hour ago, because a
 * conversation of hundreds of messages takes too long to write. Returns their ids.
 */
export async function addHistory(ticketId: number, messages: readonly OldMessage[]): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, body, contact_id, sent_at)
       SELECT t.id, t.connection_id, 'old:' || t.id, 'old:' || t.id, false, 'old-' || t.id || '-' || place, 'conversation', body, t.contact_id,
         now() - interval '1 hour' - interval '1 minute' * ($3::int - place)
       FROM ticket t, unnest($2::text[]) WITH ORDINALITY AS said(body, place) WHERE t.id = $1 ORDER BY place RETURNING id::text`,
      [ticketId, messages.map(({ body }) => body), messages.length],
    );
    const ids = rows.map(({ id }) => id);
    for (const [at, { quotes }] of messages.entries())
      if (quotes !== undefined) await client.query("UPDATE message SET quoted_id = $2 WHERE id = $1", [ids[at], ids[quotes]]);
    return ids;
  } finally {
    await client.end();
  }
}

/** So many numbered lines, the first one being 0. */
export const numberedLines = (count: number): OldMessage[] => Array.from({ length: count }, (_each, at) => ({ body: `Linha ${at}.` }));

interface Place {
  readonly connectionId: number;
  readonly queueId: number;
  readonly userId: number;
}

/** Adds open conversations of a person, which many customers would take too long to begin; their names are numbered. */
export async function addTickets(name: string, count: number, { connectionId, queueId, userId }: Place): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    await client.query(
      `WITH c AS (INSERT INTO contact (name, number) SELECT $1 || ' ' || n, (551190000000 + floor(random() * 1e9))::bigint::text || n FROM generate_series(1, $2::int) n RETURNING id)
       INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, accepted_at, created_at, last_activity, flow_step)
       SELECT 'open', id, $3, $4, $5, now(), now(), now() - id * interval '1 second', 'done' FROM c`,
      [name, count, connectionId, queueId, userId],
    );
  } finally {
    await client.end();
  }
}

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

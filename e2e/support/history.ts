import pg from "pg";
import type { Api } from "./api.js";
import type { LinkedConnection } from "./linkedConnection.js";
import { product, uniqueName, uniqueNumber } from "./product.js";

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

interface Saying {
  readonly connection: LinkedConnection;
  readonly userId: number;
  readonly queueId?: number;
  /** What the customer said long ago. */
  readonly texts: readonly string[];
}

/** Opens a ticket of a person with a new customer, without a browser. Returns its id, and the customer's name. */
export async function openTicket(
  api: Api,
  { connection, userId, queueId = connection.queue.id, texts }: Saying,
): Promise<{ readonly ticketId: number; readonly name: string }> {
  const name = uniqueName("Cliente");
  const { id: contactId } = await api.post<{ id: number }>("/contacts", { name, number: uniqueNumber(), respostaAutomatica: true });
  const ticket = { contactId, queueId, whatsappId: connection.id, userId, status: "open" };
  const { id: ticketId } = await api.post<{ id: number }>("/tickets", ticket);
  await addHistory(
    ticketId,
    texts.map((body) => ({ body })),
  );
  return { ticketId, name };
}

/** Words of many lengths, from which long and short texts are made. */
const WORDS = "bom dia quero saber o preço da furadeira de impacto tem entrega no centro obrigada pode ser amanhã às dez confirmo".split(
  " ",
);

/** Numbers below a limit, the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let last = seed;
  return (below) => {
    last = (last * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((last / 2_147_483_648) * below);
  };
}

/**
 * Adds messages of all kinds to a ticket, as `addHistory` does: short and long texts of both sides, quotes, reactions, comments, and copies
 * of the ticket's own pictures, sounds and documents.
 */
export async function addMixedHistory(ticketId: number, count: number): Promise<void> {
  const draw = numbersFrom(7);
  const rows = Array.from({ length: count }, (_each, place) => {
    const kind = draw(20);
    const words = Array.from({ length: draw(3) === 0 ? 5 + draw(70) : 1 + draw(8) }, () => WORDS[draw(WORDS.length)]);
    return {
      place,
      file: kind < 3 ? kind : null,
      comment: kind === 3,
      ours: draw(2) === 0,
      body: words.join(draw(9) === 0 ? "\n" : " "),
      quotes: draw(8) === 0 ? Math.max(0, place - draw(40)) : null,
      liked: draw(12) === 0,
      minutes: (count - place) * 4 + draw(4),
    };
  });
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const values = [ticketId, JSON.stringify(rows)];
    await client.query(
      `WITH said AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS r(place int, file int, comment boolean, ours boolean, body text, liked boolean, minutes int)),
         files AS (SELECT row_number() OVER (ORDER BY id) - 1 AS file, type, file_id, media_state, media FROM message WHERE ticket_id = $1 AND file_id IS NOT NULL)
       INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, body, contact_id, user_id, ack, sent_at, reactions, file_id, media_state, media)
       SELECT t.id, t.connection_id, 'old:' || t.id, 'old:' || t.id, s.ours OR s.comment, 'old-' || t.id || '-' || s.place,
         CASE WHEN s.comment THEN 'comment' ELSE coalesce(f.type, 'conversation') END, CASE WHEN f.type IS NULL THEN s.body ELSE '' END,
         CASE WHEN s.ours OR s.comment THEN NULL ELSE t.contact_id END, CASE WHEN s.ours OR s.comment THEN 1 END, CASE WHEN s.ours THEN 3 ELSE 0 END,
         now() - interval '1 hour' - interval '1 minute' * s.minutes,
         CASE WHEN s.liked AND NOT s.comment THEN jsonb_build_object('me', jsonb_build_object('emoji', '👍', 'at', now())) END, f.file_id, f.media_state, f.media
       FROM said s JOIN ticket t ON t.id = $1 LEFT JOIN files f ON f.file = s.file AND NOT s.comment ORDER BY s.place`,
      values,
    );
    await client.query(
      `UPDATE message m SET quoted_id = q.id FROM jsonb_to_recordset($2::jsonb) AS r(place int, quotes int), message q
       WHERE r.quotes IS NOT NULL AND m.external_id = 'old-' || $1::int || '-' || r.place AND q.external_id = 'old-' || $1::int || '-' || r.quotes`,
      values,
    );
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

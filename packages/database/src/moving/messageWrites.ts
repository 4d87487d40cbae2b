import { statement, type Sql } from "../sql/index.js";

/** Where the messages of a ticket go. `address` is the key of the conversation; null for a contact without one. */
export interface TicketPlace {
  readonly id: number;
  readonly contactId: number;
  readonly connectionId: number | null;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly isGroup: boolean;
  readonly address: string | null;
}

const places = statement<TicketPlace>(
  "moving_ticket_places",
  `SELECT t.id, t.contact_id AS "contactId", t.connection_id AS "connectionId", t.queue_id AS "queueId", t.user_id AS "userId", t.is_group AS "isGroup",
     coalesce('phone:' || c.number, (SELECT a.kind || ':' || a.value FROM contact_address a WHERE a.contact_id = c.id ORDER BY a.kind, a.connection_id LIMIT 1)) AS address
   FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE t.id = ANY($1::int[])`,
);
const byExternal = statement<{ place: number; id: number }>(
  "moving_messages_here",
  `SELECT i.place::int AS place, min(m.id)::bigint AS id FROM unnest($1::int[], $2::text[], $3::boolean[]) WITH ORDINALITY AS i(connection_id, external_id, from_me, place)
     JOIN message m ON m.connection_id = i.connection_id AND m.external_id = i.external_id AND m.from_me = i.from_me
   WHERE i.external_id IS NOT NULL GROUP BY 1`,
);
const takeIds = statement<{ id: number }>("moving_message_ids", `SELECT nextval('message_id_seq') AS id FROM generate_series(1, $1::int)`);
const COLUMNS = `id, ticket_id, connection_id, chat, author, from_me, external_id, contact_id, user_id, queue_id, owner_id, type, body, ack, quoted_id, is_edited, edited_at, previous_body, is_deleted, media_state, media, details, sent_at`;
const TYPES =
  "bigint int int text text boolean text int int int int text text int bigint boolean timestamptz text boolean text jsonb jsonb timestamptz".split(
    " ",
  );
const insertMessages = statement<{ id: number }>(
  "moving_messages_insert",
  `INSERT INTO message (${COLUMNS}, imported)
   SELECT ${COLUMNS}, $24 FROM unnest(${TYPES.map((type, at) => `$${at + 1}::${type}[]`).join(", ")}) AS i(${COLUMNS})
   ON CONFLICT (connection_id, chat, author, from_me, external_id) DO NOTHING RETURNING id`,
);
const preview = statement(
  "moving_previews",
  `UPDATE ticket t SET last_message = i.body, last_message_state = i.state, last_message_media = i.media, last_message_at = i.at,
     last_inbound_id = greatest(t.last_inbound_id, i.inbound_id),
     read_message_id = CASE WHEN t.unread = 0 THEN greatest(t.read_message_id, i.newest_id) ELSE t.read_message_id END
   FROM unnest($1::int[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::bigint[], $7::bigint[]) AS i(id, body, state, media, at, inbound_id, newest_id)
   WHERE t.id = i.id AND t.last_message_at <= i.at`,
);

export interface NewMessage {
  readonly id: number;
  readonly ticketId: number;
  readonly connectionId: number | null;
  readonly chat: string;
  readonly author: string;
  readonly fromMe: boolean;
  readonly externalId: string | null;
  readonly contactId: number | null;
  readonly userId: number | null;
  readonly queueId: number | null;
  readonly ownerId: number | null;
  readonly type: string;
  readonly body: string;
  readonly ack: number;
  readonly quotedId: number | null;
  readonly isEdited: boolean;
  /** The texts before its edits, the oldest first, each replaced at another instant. */
  readonly edits: readonly { readonly body: string; readonly at: Date }[];
  readonly isDeleted: boolean;
  readonly mediaState: "failed" | null;
  readonly media: unknown;
  readonly details: unknown;
  readonly sentAt: Date;
}

/** The last message of a ticket, as its list shows it. */
export interface Preview {
  readonly ticketId: number;
  readonly body: string;
  readonly state: string | null;
  readonly media: unknown;
  readonly at: Date;
  readonly inboundId: number | null;
  readonly newestId: number;
}

/** How a message is found that is here already: by the provider's id. */
export interface ExternalRef {
  readonly connectionId: number | null;
  readonly externalId: string | null;
  readonly fromMe: boolean;
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export const listTicketPlaces = async (tx: Sql, ids: readonly number[]): Promise<Map<number, TicketPlace>> =>
  new Map((await tx.run(places, [ids])).map((place) => [place.id, place]));

/** The messages that are here already, by their places. */
export const findByExternal = async (tx: Sql, refs: readonly ExternalRef[]): Promise<Map<number, number>> => {
  const found = await tx.run(byExternal, [
    refs.map(({ connectionId }) => connectionId),
    refs.map(({ externalId }) => externalId),
    refs.map(({ fromMe }) => fromMe),
  ]);
  return new Map(found.map(({ place, id }) => [place - 1, id]));
};
export const takeMessageIds = async (tx: Sql, n: number): Promise<number[]> =>
  (await tx.run(takeIds, [n])).map(({ id }) => id).sort((one, other) => one - other);

const insertEdits = statement(
  "moving_edits_insert",
  `INSERT INTO message_edit (message_id, replaced_at, body) SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::text[]) ON CONFLICT DO NOTHING`,
);

/** Inserts messages with the texts before their edits; returns the ids of those whose provider's id was not here. */
export async function insertMovedMessages(tx: Sql, rows: readonly NewMessage[], imported: string): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const made = await tx.run(insertMessages, [
    rows.map(({ id }) => id),
    rows.map(({ ticketId }) => ticketId),
    rows.map(({ connectionId }) => connectionId),
    rows.map(({ chat }) => chat),
    rows.map(({ author }) => author),
    rows.map(({ fromMe }) => fromMe),
    rows.map(({ externalId }) => externalId),
    rows.map(({ contactId }) => contactId),
    rows.map(({ userId }) => userId),
    rows.map(({ queueId }) => queueId),
    rows.map(({ ownerId }) => ownerId),
    rows.map(({ type }) => type),
    rows.map(({ body }) => body),
    rows.map(({ ack }) => ack),
    rows.map(({ quotedId }) => quotedId),
    rows.map(({ isEdited }) => isEdited),
    rows.map(({ edits }) => edits.at(-1)?.at ?? null),
    rows.map(({ edits }) => edits.at(-1)?.body ?? null),
    rows.map(({ isDeleted }) => isDeleted),
    rows.map(({ mediaState }) => mediaState),
    rows.map(({ media }) => json(media)),
    rows.map(({ details }) => json(details)),
    rows.map(({ sentAt }) => sentAt),
    imported,
  ]);
  const ids = new Set(made.map(({ id }) => id));
  const edits = rows.filter(({ id }) => ids.has(id)).flatMap((row) => row.edits.map((edit) => ({ ...edit, id: row.id })));
  if (edits.length > 0) await tx.run(insertEdits, [edits.map(({ id }) => id), edits.map(({ at }) => at), edits.map(({ body }) => body)]);
  return ids;
}

/** Sets the last messages of tickets where nothing newer is here; the imported ones count as read. */
export async function previewMoved(tx: Sql, rows: readonly Preview[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(preview, [
    rows.map(({ ticketId }) => ticketId),
    rows.map(({ body }) => body),
    rows.map(({ state }) => state),
    rows.map(({ media }) => json(media)),
    rows.map(({ at }) => at),
    rows.map(({ inboundId }) => inboundId),
    rows.map(({ newestId }) => newestId),
  ]);
}

/** Whether a message waits for its file. */
export interface FilePlace {
  readonly id: number;
  readonly type: string;
  readonly state: string | null;
  readonly hasFile: boolean;
}

const filePlaces = statement<FilePlace>(
  "moving_file_places",
  `SELECT id, type, media_state AS state, file_id IS NOT NULL OR coalesce(media ? 'quarantined', false) AS "hasFile" FROM message WHERE id = ANY($1::bigint[])`,
);
/** What these messages have of files, by their ids. */
export const listFilePlaces = async (sql: Sql, ids: readonly number[]): Promise<Map<number, FilePlace>> =>
  new Map((ids.length === 0 ? [] : await sql.run(filePlaces, [ids])).map((place) => [place.id, place]));

export interface NewRating {
  readonly ticketId: number;
  readonly userId: number | null;
  readonly rate: number;
  readonly at: Date;
}

const insertRatings = statement<{ id: number; place: number }>(
  "moving_ratings_insert",
  `WITH input AS MATERIALIZED (
     SELECT i.*, nextval('rating_id_seq')::int AS id FROM unnest($1::int[], $2::int[], $3::int[], $4::timestamptz[]) WITH ORDINALITY AS i(ticket_id, user_id, rate, at, place)),
   made AS (INSERT INTO rating (id, ticket_id, contact_id, contact_name, user_id, queue_id, connection_id, asked_at, ended_at, rate, rated_at, imported)
     SELECT i.id, t.id, c.id, c.name, i.user_id, t.queue_id, t.connection_id, i.at, i.at, i.rate, i.at, $5
     FROM input i JOIN ticket t ON t.id = i.ticket_id JOIN contact c ON c.id = t.contact_id RETURNING id)
   SELECT made.id, input.place::int AS place FROM made JOIN input USING (id)`,
);

/** Inserts ratings and returns their ids by place; one of a ticket that is gone has none. */
export async function insertMovedRatings(tx: Sql, rows: readonly NewRating[], imported: string): Promise<(number | undefined)[]> {
  const ids: (number | undefined)[] = rows.map(() => undefined);
  if (rows.length === 0) return ids;
  const made = await tx.run(insertRatings, [
    rows.map(({ ticketId }) => ticketId),
    rows.map(({ userId }) => userId),
    rows.map(({ rate }) => rate),
    rows.map(({ at }) => at),
    imported,
  ]);
  for (const { id, place } of made) ids[place - 1] = id;
  return ids;
}

import { statement, type Sql } from "../sql/index.js";

/** A ticket as it comes here: an end has `closedAt`. */
export interface NewTicket {
  readonly status: string;
  readonly contactId: number;
  readonly connectionId: number | null;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly isGroup: boolean;
  readonly createdAt: Date;
  readonly lastActivity: Date;
  readonly acceptedAt: Date | null;
  readonly closedAt: Date | null;
  readonly closing: string | null;
}

const live = statement<{ contactId: number; connectionId: number }>(
  "moving_live_tickets",
  `SELECT DISTINCT t.contact_id AS "contactId", t.connection_id AS "connectionId" FROM unnest($1::int[], $2::int[]) AS i(contact_id, connection_id)
     JOIN ticket t ON t.contact_id = i.contact_id AND t.connection_id = i.connection_id AND t.status <> 'closed'`,
);
const groups = statement<{ id: number }>("moving_groups", `SELECT id FROM contact WHERE id = ANY($1::int[]) AND is_group`);
const insertTickets = statement<{ id: number; place: number }>(
  "moving_tickets_insert",
  `WITH input AS MATERIALIZED (
     SELECT i.*, nextval('ticket_id_seq')::int AS id FROM unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::int[], $6::boolean[], $7::timestamptz[],
       $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::jsonb[])
       WITH ORDINALITY AS i(status, contact_id, connection_id, queue_id, user_id, is_group, created_at, last_activity, accepted_at, closed_at, closing, place)),
   made AS (INSERT INTO ticket (id, status, contact_id, connection_id, queue_id, user_id, is_group, created_at, last_activity, accepted_at, closed_at, ended_at, closing, imported)
     SELECT id, status, contact_id, connection_id, queue_id, user_id, is_group, created_at, last_activity, accepted_at, closed_at, closed_at, closing, $12 FROM input ORDER BY id
     ON CONFLICT (contact_id, connection_id) WHERE status <> 'closed' DO NOTHING RETURNING id)
   SELECT made.id, input.place::int AS place FROM made JOIN input USING (id)`,
);
// Besides the transitions of the house, only this changes a status: of an imported ticket in which nobody has done anything here.
const changeTickets = statement<{ id: number }>(
  "moving_tickets_change",
  `UPDATE ticket t SET status = i.status, connection_id = i.connection_id, queue_id = i.queue_id, user_id = i.user_id, last_activity = i.last_activity, accepted_at = i.accepted_at,
     closed_at = i.closed_at, ended_at = i.closed_at, closing = i.closing
   FROM unnest($1::int[], $2::text[], $3::int[], $4::int[], $5::int[], $6::timestamptz[], $7::timestamptz[], $8::timestamptz[], $9::jsonb[])
     AS i(id, status, connection_id, queue_id, user_id, last_activity, accepted_at, closed_at, closing)
   WHERE t.id = i.id AND t.version = 1 AND t.imported IS NOT NULL
     AND (i.status = 'closed' OR NOT EXISTS (SELECT FROM ticket o WHERE o.contact_id = t.contact_id AND o.connection_id = i.connection_id AND o.status <> 'closed' AND o.id <> t.id))
   RETURNING t.id`,
);

export const placeKey = (contactId: number, connectionId: number): string => `${contactId}:${connectionId}`;

/** Which of these contacts have a live ticket on their connection, by `placeKey`. */
export const listLivePlaces = async (tx: Sql, rows: readonly NewTicket[]): Promise<Set<string>> => {
  const found = rows.filter(({ connectionId }) => connectionId !== null);
  const places = await tx.run(live, [found.map(({ contactId }) => contactId), found.map(({ connectionId }) => connectionId)]);
  return new Set(places.map(({ contactId, connectionId }) => placeKey(contactId, connectionId)));
};
export const listGroupsAmong = async (tx: Sql, contactIds: readonly number[]) =>
  new Set((await tx.run(groups, [contactIds])).map(({ id }) => id));

/** Inserts tickets and returns their ids by place; a live one whose place was taken meanwhile has none. */
export async function insertMovedTickets(tx: Sql, rows: readonly NewTicket[], imported: string): Promise<(number | undefined)[]> {
  const ids: (number | undefined)[] = rows.map(() => undefined);
  if (rows.length === 0) return ids;
  const made = await tx.run(insertTickets, [
    rows.map(({ status }) => status),
    rows.map(({ contactId }) => contactId),
    rows.map(({ connectionId }) => connectionId),
    rows.map(({ queueId }) => queueId),
    rows.map(({ userId }) => userId),
    rows.map(({ isGroup }) => isGroup),
    rows.map(({ createdAt }) => createdAt),
    rows.map(({ lastActivity }) => lastActivity),
    rows.map(({ acceptedAt }) => acceptedAt),
    rows.map(({ closedAt }) => closedAt),
    rows.map(({ closing }) => closing),
    imported,
  ]);
  for (const { id, place } of made) ids[place - 1] = id;
  return ids;
}

/** Changes imported tickets in which nobody has done anything here; returns which were changed. */
export async function changeMovedTickets(tx: Sql, rows: readonly (NewTicket & { readonly id: number })[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const changed = await tx.run(changeTickets, [
    rows.map(({ id }) => id),
    rows.map(({ status }) => status),
    rows.map(({ connectionId }) => connectionId),
    rows.map(({ queueId }) => queueId),
    rows.map(({ userId }) => userId),
    rows.map(({ lastActivity }) => lastActivity),
    rows.map(({ acceptedAt }) => acceptedAt),
    rows.map(({ closedAt }) => closedAt),
    rows.map(({ closing }) => closing),
  ]);
  return new Set(changed.map(({ id }) => id));
}

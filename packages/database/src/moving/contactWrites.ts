import { statement, type Sql } from "../sql/index.js";

export interface NewContact {
  readonly name: string;
  readonly number: string | null;
  readonly email: string;
  readonly isGroup: boolean;
  readonly createdAt: Date;
}

interface Address {
  readonly connectionId: number;
  readonly kind: string;
  readonly value: string;
  readonly contactId: number;
}

const byNumber = statement<{ number: string; id: number }>(
  "moving_contact_numbers",
  `SELECT number, id FROM (SELECT i.number, contact_of_phone(i.number, i.other) AS id FROM unnest($1::text[], $2::text[]) AS i(number, other)) AS found WHERE id IS NOT NULL`,
);
const byAddress = statement<{ value: string; id: number }>(
  "moving_contact_addresses",
  `SELECT asked.value, a.contact_id AS id FROM unnest($3::text[]) AS asked(value) CROSS JOIN LATERAL (
     SELECT contact_id FROM contact_address WHERE kind = $1 AND connection_id = ANY($2::int[]) AND value = asked.value ORDER BY connection_id LIMIT 1) a`,
);
const insertContacts = statement<{ id: number; place: number }>(
  "moving_contacts_insert",
  `WITH input AS MATERIALIZED (
     SELECT i.*, nextval('contact_id_seq')::int AS id FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::timestamptz[])
       WITH ORDINALITY AS i(name, number, email, is_group, created_at, place)),
   made AS (INSERT INTO contact (id, name, number, email, is_group, created_at, origin)
     SELECT id, name, number, email, is_group, created_at, 'import' FROM input ORDER BY number
     ON CONFLICT (number) WHERE number IS NOT NULL DO NOTHING RETURNING id)
   SELECT made.id, input.place::int AS place FROM made JOIN input USING (id)`,
);
const insertAddresses = statement(
  "moving_addresses_insert",
  `INSERT INTO contact_address (connection_id, kind, value, contact_id)
   SELECT connection_id, kind, value, contact_id FROM unnest($1::int[], $2::text[], $3::text[], $4::int[]) AS i(connection_id, kind, value, contact_id) ORDER BY 1, 2, 3
   ON CONFLICT (connection_id, kind, value) DO NOTHING`,
);
const insertTags = statement(
  "moving_contact_tags",
  `INSERT INTO contact_tag (contact_id, tag_id) SELECT DISTINCT c.id, i.tag_id FROM unnest($1::int[], $2::int[]) AS i(contact_id, tag_id)
     JOIN contact c ON c.id = i.contact_id JOIN tag t ON t.id = i.tag_id ORDER BY 1, 2
   ON CONFLICT DO NOTHING`,
);
// A contact that was merged since is the one that was kept.
const present = statement<{ asked: number; id: number }>(
  "moving_contacts_present",
  `SELECT i.id AS asked, c.id FROM unnest($1::int[]) AS i(id) JOIN contact c ON c.id = coalesce(
     (SELECT own.id FROM contact own WHERE own.id = i.id),
     (SELECT m.kept_id FROM contact_merge m WHERE (m.gone->>'id')::int = i.id AND m.undone_at IS NULL ORDER BY m.id DESC LIMIT 1))`,
);

/** The contacts of phones, each given with the other form of it. */
export const findByNumbers = async (tx: Sql, numbers: readonly string[], others: readonly string[]) =>
  new Map((numbers.length === 0 ? [] : await tx.run(byNumber, [numbers, others])).map(({ number, id }) => [number, id]));
export const findByAddresses = async (tx: Sql, kind: "group" | "lid", connectionIds: readonly number[], values: readonly string[]) =>
  new Map((values.length === 0 ? [] : await tx.run(byAddress, [kind, connectionIds, values])).map(({ value, id }) => [value, id]));

/** Inserts contacts and returns their ids by their places; one whose number another transaction has just stored has none. */
export async function insertMovedContacts(tx: Sql, rows: readonly NewContact[]): Promise<(number | undefined)[]> {
  const ids: (number | undefined)[] = rows.map(() => undefined);
  if (rows.length === 0) return ids;
  const made = await tx.run(insertContacts, [
    rows.map(({ name }) => name),
    rows.map(({ number }) => number),
    rows.map(({ email }) => email),
    rows.map(({ isGroup }) => isGroup),
    rows.map(({ createdAt }) => createdAt),
  ]);
  for (const { id, place } of made) ids[place - 1] = id;
  return ids;
}

/** Adds addresses; those of other contacts stay there. */
export async function insertMovedAddresses(tx: Sql, rows: readonly Address[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(insertAddresses, [
    rows.map(({ connectionId }) => connectionId),
    rows.map(({ kind }) => kind),
    rows.map(({ value }) => value),
    rows.map(({ contactId }) => contactId),
  ]);
}
export const tagContacts = (tx: Sql, contactIds: readonly number[], tagIds: readonly number[]) => tx.run(insertTags, [contactIds, tagIds]);
/** Which of these contacts are here, each with the contact that it is now. */
export const listPresentContacts = async (tx: Sql, ids: readonly number[]) =>
  new Map((ids.length === 0 ? [] : await tx.run(present, [ids])).map(({ asked, id }) => [asked, id]));

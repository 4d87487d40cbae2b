import { one, statement, type Sql } from "../sql/index.js";

/** A contact as a spreadsheet has it. */
export interface ImportedContact {
  readonly name: string;
  /** The canonical form. */
  readonly number: string;
  /** The other form of the same phone, or the same again. */
  readonly otherForm: string;
  readonly email: string;
  readonly autoReply: boolean;
  readonly tagIds: readonly number[];
}

/** The person who gets a contact's tickets of one queue, as a spreadsheet has it. */
export interface ImportedRedirect extends Pick<ImportedContact, "number" | "otherForm"> {
  readonly queueId: number;
  readonly userId: number;
}

const known = statement<{ number: string }>(
  "contact_sheet_known",
  `SELECT i.number FROM unnest($1::text[], $2::text[]) AS i(number, other) WHERE contact_of_phone(i.number, i.other) IS NOT NULL`,
);
// The tags are looked up by number in an object, because a join of the rows with themselves may compare each with each.
const insertRows = statement<{ created: number }>(
  "contact_sheet_insert",
  `WITH input AS (
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[]) AS i(name, number, other, email, auto_reply)
     WHERE contact_of_phone(i.number, i.other) IS NULL ORDER BY number),
   created AS (INSERT INTO contact (name, number, email, auto_reply, origin) SELECT name, number, email, auto_reply, 'import' FROM input
     ON CONFLICT (number) WHERE number IS NOT NULL DO NOTHING RETURNING id, number),
   addressed AS (INSERT INTO contact_address (connection_id, kind, value, contact_id) SELECT 0, 'phone', number, id FROM created ON CONFLICT DO NOTHING),
   tagged AS (INSERT INTO contact_tag (contact_id, tag_id)
     SELECT created.id, tag.id FROM created CROSS JOIN LATERAL jsonb_array_elements($6::jsonb -> created.number) AS t(id) JOIN tag ON tag.id = t.id::int ON CONFLICT DO NOTHING)
   SELECT count(*)::int AS created FROM created`,
);
const putRedirects = statement<{ changed: number }>(
  "contact_sheet_redirects",
  `WITH changed AS (
     INSERT INTO contact_redirect AS r (contact_id, queue_id, user_id)
     SELECT DISTINCT ON (found.contact_id, i.queue_id) found.contact_id, i.queue_id, i.user_id
     FROM unnest($1::text[], $2::text[], $3::int[], $4::int[]) AS i(number, other, queue_id, user_id)
     CROSS JOIN LATERAL contact_of_phone(i.number, i.other) AS found(contact_id) WHERE found.contact_id IS NOT NULL
     ORDER BY 1, 2
     ON CONFLICT (contact_id, queue_id) DO UPDATE SET user_id = excluded.user_id WHERE r.user_id <> excluded.user_id RETURNING 1)
   SELECT count(*)::int AS changed FROM changed`,
);

// A table that is being vacuumed or migrated is left out, because this would wait for it. Indexes are left to the database's own turn.
const settle = statement(
  "contact_sheet_settle",
  "VACUUM (ANALYZE, SKIP_LOCKED, INDEX_CLEANUP OFF, TRUNCATE OFF) contact, contact_address, contact_tag, contact_redirect",
);

/** A row of the exported contacts. */
interface ExportedContact {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly autoReply: boolean;
  readonly tags: readonly string[];
}

/** A row of the exported redirects. */
interface ExportedRedirect {
  readonly contactId: number;
  readonly name: string;
  readonly number: string;
  readonly queueId: number;
  readonly userId: number;
}

const contactPage = statement<ExportedContact>(
  "contact_sheet_page",
  `SELECT c.id, c.name, coalesce(c.number, '') AS number, c.email, c.auto_reply AS "autoReply",
     coalesce((SELECT array_agg(t.name ORDER BY lower(t.name)) FROM contact_tag ct JOIN tag t ON t.id = ct.tag_id WHERE ct.contact_id = c.id), '{}') AS tags
   FROM contact c WHERE c.id > $1 AND NOT c.is_group AND ($3::int[] IS NULL OR c.id = ANY($3)) ORDER BY c.id LIMIT $2`,
);
const redirectPage = statement<ExportedRedirect>(
  "contact_sheet_redirect_page",
  `SELECT r.contact_id AS "contactId", c.name, coalesce(c.number, '') AS number, r.queue_id AS "queueId", r.user_id AS "userId"
   FROM contact_redirect r JOIN contact c ON c.id = r.contact_id WHERE (r.contact_id, r.queue_id) > ($1, $2) AND ($4::int[] IS NULL OR r.queue_id = ANY($4)) ORDER BY r.contact_id, r.queue_id LIMIT $3`,
);

const countContacts = statement<{ n: number }>(
  "contact_sheet_count",
  `SELECT count(*)::int AS n FROM contact WHERE NOT is_group AND ($1::int[] IS NULL OR id = ANY($1))`,
);
const countRedirects = statement<{ n: number }>(
  "contact_sheet_redirect_count",
  `SELECT count(*)::int AS n FROM contact_redirect WHERE $1::int[] IS NULL OR queue_id = ANY($1)`,
);

/** How many rows the spreadsheet of these contacts has, or of all, as things are now. */
export const countContactsForExport = async (sql: Sql, ids: readonly number[] | null = null): Promise<number> =>
  (await one(sql.run(countContacts, [ids]))).n;
/** The same of the redirects of these queues, or of all. */
export const countRedirectsForExport = async (sql: Sql, queueIds: readonly number[] | null): Promise<number> =>
  (await one(sql.run(countRedirects, [queueIds]))).n;

/** Those of the numbers that a contact has already, in either form. */
export async function listKnownNumbers(sql: Sql, rows: readonly Pick<ImportedContact, "number" | "otherForm">[]): Promise<string[]> {
  return (await sql.run(known, [rows.map(({ number }) => number), rows.map(({ otherForm }) => otherForm)])).map(({ number }) => number);
}

/** Inserts contacts whose numbers nobody has yet, and returns how many. */
export async function insertImportedContacts(tx: Sql, rows: readonly ImportedContact[]): Promise<number> {
  const { created } = await one(
    tx.run(insertRows, [
      rows.map(({ name }) => name),
      rows.map(({ number }) => number),
      rows.map(({ otherForm }) => otherForm),
      rows.map(({ email }) => email),
      rows.map(({ autoReply }) => autoReply),
      JSON.stringify(Object.fromEntries(rows.filter(({ tagIds }) => tagIds.length > 0).map(({ number, tagIds }) => [number, tagIds]))),
    ]),
  );
  return created;
}

/** Sets who gets the tickets of contacts per queue, and returns how many of it changed. */
export async function putImportedRedirects(tx: Sql, rows: readonly ImportedRedirect[]): Promise<number> {
  const { changed } = await one(
    tx.run(putRedirects, [
      rows.map(({ number }) => number),
      rows.map(({ otherForm }) => otherForm),
      rows.map(({ queueId }) => queueId),
      rows.map(({ userId }) => userId),
    ]),
  );
  return changed;
}

/**
 * Counts the values of contacts anew for the planner and marks what can be read from indexes alone,
 * outside of a transaction, as the database does by itself later.
 */
export async function settleContacts(sql: Sql): Promise<void> {
  await sql.run(settle);
}

/** The next of these contacts by id, or of all, without groups. */
export const listContactsForExport = (sql: Sql, afterId: number, limit: number, ids: readonly number[] | null = null) =>
  sql.run(contactPage, [afterId, limit, ids]);

interface RedirectPlace {
  readonly contactId: number;
  readonly queueId: number;
  /** Null: all queues. */
  readonly queueIds: readonly number[] | null;
}

/** The next redirects of these queues, by contact and queue. */
export const listRedirectsForExport = (sql: Sql, { contactId, queueId, queueIds }: RedirectPlace, limit: number) =>
  sql.run(redirectPage, [contactId, queueId, limit, queueIds]);

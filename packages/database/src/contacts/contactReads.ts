import { beginsWithText, containsText, literal } from "../search/index.js";
import { first, one, statement, type Sql } from "../sql/index.js";

/** A contact with its tags and further facts (CONTACT-001). */
export interface ContactRow {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
  readonly email: string;
  readonly isGroup: boolean;
  readonly autoReply: boolean;
  readonly pictureFileId: string | null;
  readonly tags: readonly { readonly id: number; readonly name: string; readonly color: string }[];
  readonly extras: readonly { readonly id: number; readonly name: string; readonly value: string }[];
}

/** What selectors need of a contact (D-129). */
export interface ContactShortRow {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
  readonly isGroup: boolean;
}

export interface ContactFilter {
  /** Part of the name, number or e-mail, without accents and case; empty for all. */
  readonly search: string;
  readonly includeGroups: boolean;
}

export interface ContactPage extends ContactFilter {
  readonly offset: number;
  readonly limit: number;
}

/** The contacts of an ordered array of ids, in its order; an array, so that the plan looks each id up. */
const contactRowsOf = (
  ids: string,
): string => `SELECT c.id, c.name, c.number, c.email, c.is_group AS "isGroup", c.auto_reply AS "autoReply", c.picture_file_id AS "pictureFileId",
    coalesce((SELECT json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) ORDER BY lower(t.name)) FROM contact_tag ct JOIN tag t ON t.id = ct.tag_id WHERE ct.contact_id = c.id), '[]') AS tags,
    coalesce((SELECT json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value) ORDER BY e.id) FROM contact_extra e WHERE e.contact_id = c.id), '[]') AS extras
  FROM unnest(${ids}) WITH ORDINALITY AS page(id, place) JOIN contact c ON c.id = page.id ORDER BY page.place`;

const byIds = statement<ContactRow>("contact_rows", contactRowsOf("$1::int[]"));

/** One contact, or null. */
export const getContactRow = (sql: Sql, id: number): Promise<ContactRow | null> => first(sql.run(byIds, [[id]]));

/** The contacts of these ids that exist, in the order of the ids. */
export const getContactRowsByIds = (sql: Sql, ids: readonly number[]): Promise<ContactRow[]> => sql.run(byIds, [ids]);

/**
 * A page of contacts by name; in a search those whose name begins with the term come first. Without that, a first name would be
 * looked for through the whole alphabet. The term stands in the text of the statements: knowing how common it is, the planner
 * walks the names or asks the trigram index.
 */
export async function searchContacts(sql: Sql, { offset, limit, search, includeGroups }: ContactPage): Promise<ContactRow[]> {
  const everyone = termsOf({ search: "", includeGroups });
  if (search === "") return sql.ask(pageOf(everyone, limit, offset));
  const begins = beginsWithText("name_key", search);
  const head = await sql.ask<ContactRow>(pageOf([...everyone, begins], limit, offset));
  if (head.length === limit) return head;
  const heads = head.length > 0 || offset === 0 ? offset + head.length : await countWhere(sql, [...everyone, begins]);
  const tail = await sql.ask<ContactRow>(
    pageOf([...everyone, containsText("search", search), `NOT (${begins})`], limit - head.length, Math.max(0, offset - heads)),
  );
  return [...head, ...tail];
}

/** Every contact that the filter leaves, short and by name: tens of thousands of rows (D-129). */
export const listAllContacts = (sql: Sql, filter: ContactFilter): Promise<ContactShortRow[]> =>
  sql.ask(`SELECT id, name, number, is_group AS "isGroup" FROM contact WHERE ${termsOf(filter).join(" AND ")} ORDER BY name_key, id`);

function termsOf({ search, includeGroups }: ContactFilter): string[] {
  return [includeGroups ? "true" : "NOT is_group", ...(search === "" ? [] : [containsText("search", search)])];
}

function pageOf(terms: readonly string[], limit: number, offset: number): string {
  return contactRowsOf(
    `ARRAY(SELECT id FROM contact WHERE ${terms.join(" AND ")} ORDER BY name_key, id LIMIT ${literal(limit)} OFFSET ${literal(offset)})`,
  );
}

async function countWhere(sql: Sql, terms: readonly string[]): Promise<number> {
  return (await one(sql.ask<{ n: number }>(`SELECT count(*)::int AS n FROM contact WHERE ${terms.join(" AND ")}`))).n;
}

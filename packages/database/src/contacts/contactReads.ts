import { MAX_OFFSET, walkToOffset } from "../paging/index.js";
import { containsText, literal } from "../search/index.js";
import { first, statement, type Sql } from "../sql/index.js";

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

interface ContactKey {
  readonly nameKey: string;
  readonly id: number;
}

/** The contacts of an ordered array of ids, in its order; an array, so that the plan looks each id up. */
const contactRowsOf = (ids: string): string => `SELECT c.id, c.name, c.number, c.email, c.is_group AS "isGroup", c.auto_reply AS "autoReply", c.picture_file_id AS "pictureFileId",
    coalesce((SELECT json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) ORDER BY lower(t.name)) FROM contact_tag ct JOIN tag t ON t.id = ct.tag_id WHERE ct.contact_id = c.id), '[]') AS tags,
    coalesce((SELECT json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value) ORDER BY e.id) FROM contact_extra e WHERE e.contact_id = c.id), '[]') AS extras
  FROM unnest(${ids}) WITH ORDINALITY AS page(id, place) JOIN contact c ON c.id = page.id ORDER BY page.place`;

const byIds = statement<ContactRow>("contact_rows", contactRowsOf("$1::int[]"));

/** One contact, or null. */
export const getContactRow = (sql: Sql, id: number): Promise<ContactRow | null> => first(sql.run(byIds, [[id]]));

/** The contacts of these ids that exist, in the order of the ids. */
export const getContactRowsByIds = (sql: Sql, ids: readonly number[]): Promise<ContactRow[]> => sql.run(byIds, [ids]);

/**
 * A page of contacts by name. The term stands in the text of the statement: knowing how common it is, the planner walks the names for
 * a common one and asks the trigram index for a rare one.
 */
export async function searchContacts(sql: Sql, { offset, limit, ...filter }: ContactPage): Promise<ContactRow[]> {
  const page = (from: ContactKey | null, rows: number, skipped: number): string => {
    const after = from === null ? [] : [`(name_key, id) > (${literal(from.nameKey)}, ${literal(from.id)})`];
    return `SELECT id, name_key FROM contact WHERE ${[...termsOf(filter), ...after].join(" AND ")} ORDER BY name_key, id LIMIT ${rows} OFFSET ${skipped}`;
  };
  const place = await walkToOffset<ContactKey>({ key: null, offset }, (from) =>
    first(sql.ask<ContactKey>(`SELECT name_key AS "nameKey", id FROM (${page(from, 1, MAX_OFFSET - 1)}) AS keys`)),
  );
  return place === null ? [] : sql.ask<ContactRow>(contactRowsOf(`ARRAY(SELECT id FROM (${page(place.key, limit, place.offset)}) AS keys)`));
}

/** Every contact that the filter leaves, short and by name: tens of thousands of rows (D-129). */
export const listAllContacts = (sql: Sql, filter: ContactFilter): Promise<ContactShortRow[]> =>
  sql.ask(`SELECT id, name, number, is_group AS "isGroup" FROM contact WHERE ${termsOf(filter).join(" AND ")} ORDER BY name_key, id`);

function termsOf({ search, includeGroups }: ContactFilter): string[] {
  return [includeGroups ? "true" : "NOT is_group", ...(search === "" ? [] : [containsText("search", search)])];
}

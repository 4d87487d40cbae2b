import { beginsWithText, contactNeedles, containsContact, literal, patternOf } from "../search/index.js";
import { first, one, statement, type Sql } from "../sql/index.js";
import type { AddressKey } from "./contactWrites.js";
import { narrowContacts, type ContactNarrowing } from "./narrowContacts.js";
import type { OptOutRow } from "./optOuts.js";

/** A contact with its tags and extra fields [CONTACT-001]. */
export interface ContactRow {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
  readonly email: string;
  readonly isGroup: boolean;
  readonly autoReply: boolean;
  readonly pictureFileId: string | null;
  /** The name as lists sort it. */
  readonly nameKey: string;
  readonly tags: readonly { readonly id: number; readonly name: string; readonly color: string }[];
  readonly extras: readonly { readonly id: number; readonly name: string; readonly value: string }[];
  /** Where new tickets go instead of the menu, in order. */
  readonly queueIds: readonly number[];
  readonly userIds: readonly number[];
  /** Who gets the tickets of a queue. */
  readonly redirects: readonly { readonly queueId: number; readonly userId: number }[];
  /** That it wants no more mass sends, with the instant as text. */
  readonly optOut: (Omit<OptOutRow, "at"> & { readonly at: string }) | null;
}

/** The fields of a contact for selectors. */
export interface ContactShortRow {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
  readonly isGroup: boolean;
}

export interface ContactFilter {
  /** Part of the name, number or e-mail, ignoring accents and case, a number as people write it; empty for all. */
  readonly search: string;
  readonly includeGroups: boolean;
}

export interface ContactPage extends ContactFilter {
  readonly offset: number;
  readonly limit: number;
}

// In the order of the ids. An array makes the planner look each id up.
const rowsOf = (
  ids: string,
): string => `SELECT c.id, c.name, c.number, c.email, c.is_group AS "isGroup", c.auto_reply AS "autoReply", c.picture_file_id AS "pictureFileId", c.name_key AS "nameKey",
    coalesce((SELECT json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) ORDER BY lower(t.name)) FROM contact_tag ct JOIN tag t ON t.id = ct.tag_id WHERE ct.contact_id = c.id), '[]') AS tags,
    coalesce((SELECT json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value) ORDER BY e.id) FROM contact_extra e WHERE e.contact_id = c.id), '[]') AS extras,
    coalesce((SELECT array_agg(q.queue_id ORDER BY q.place) FROM contact_redirect_queue q WHERE q.contact_id = c.id), '{}') AS "queueIds",
    coalesce((SELECT array_agg(u.user_id ORDER BY u.place) FROM contact_redirect_user u WHERE u.contact_id = c.id), '{}') AS "userIds",
    coalesce((SELECT json_agg(json_build_object('queueId', r.queue_id, 'userId', r.user_id) ORDER BY r.queue_id) FROM contact_redirect r WHERE r.contact_id = c.id), '[]') AS redirects,
    (SELECT json_build_object('at', o.at, 'reason', o.reason, 'word', o.word) FROM contact_opt_out o WHERE o.contact_id = c.id) AS "optOut"
  FROM unnest(${ids}) WITH ORDINALITY AS page(id, place) JOIN contact c ON c.id = page.id ORDER BY page.place`;
const byIds = statement<ContactRow>("contact_rows", rowsOf("$1::int[]"));
const bySearch = statement<ContactRow>("contact_page", rowsOf(`contacts_page(search_norm($1), ${patternOf("$1")}, $2, $3, $4)`));

/** Returns one contact, or null. */
export const getContactRow = (sql: Sql, id: number): Promise<ContactRow | null> => first(sql.run(byIds, [[id]]));

/** Returns the existing contacts of these ids, in the order of the ids. */
export const getContactRowsByIds = (sql: Sql, ids: readonly number[]): Promise<ContactRow[]> => sql.run(byIds, [ids]);

/**
 * Lists a page of contacts by name; in a search, those whose name begins with the term come first,
 * because sorting all matches by name would scan the whole index.
 */
export async function searchContacts(sql: Sql, { offset, limit, ...filter }: ContactPage): Promise<ContactRow[]> {
  if (filter.search === "") return getContactRowsByIds(sql, await idsOf(sql, termsOf(filter), limit, offset));
  if (contactNeedles(filter.search).length === 1) return sql.run(bySearch, [filter.search, filter.includeGroups, offset, limit]);
  const terms = beginningTerms(filter);
  const head = await idsOf(sql, terms, limit, offset);
  if (head.length === limit) return getContactRowsByIds(sql, head);
  const heads = head.length > 0 || offset === 0 ? offset + head.length : await countWhere(sql, terms);
  const rest = await findContaining(sql, filter, { after: null, skip: Math.max(0, offset - heads), most: limit - head.length });
  return getContactRowsByIds(sql, [...head, ...rest.ids]);
}

/** The place of a contact in a list: among those whose name begins with the term, or after them. */
export interface ContactPlace {
  readonly begins: boolean;
  readonly nameKey: string;
  readonly id: number;
}

interface ContactStep extends ContactFilter {
  /** The last contact of the page before; null for the first page. */
  readonly after: ContactPlace | null;
  readonly limit: number;
}

interface ContactPart {
  readonly rows: readonly (ContactRow & ContactPlace)[];
  /** How many contacts the filter has: exact up to a thousand. */
  readonly count: number;
}

/** Contacts are counted exactly up to this number. */
const COUNTED = 1_000;

/**
 * Lists the contacts after a place, in the order of `searchContacts`, each with its own place. Every
 * page costs the same.
 */
export async function searchContactsAfter(sql: Sql, { after, limit, ...filter }: ContactStep): Promise<ContactPart> {
  const isSearch = filter.search !== "";
  const from = after === null ? [] : [`(name_key, id) > (${literal(after.nameKey)}, ${literal(after.id)})`];
  const terms = isSearch ? beginningTerms(filter) : termsOf(filter);
  const head = isSearch && after?.begins === false ? [] : await idsOf(sql, [...terms, ...from], limit, 0);
  const found = isSearch
    ? await findContaining(sql, filter, { after: after?.begins === false ? after : null, skip: 0, most: limit - head.length })
    : { ids: [], n: await countContacts(sql, filter) };
  const begins = new Set(head);
  const rows = await getContactRowsByIds(sql, [...head, ...found.ids]);
  return { rows: rows.map((row) => ({ ...row, begins: begins.has(row.id) })), count: found.n };
}

/**
 * Lists the contacts after a place that a narrowing leaves, all of them by name, with or without a
 * search.
 */
export async function listNarrowedContacts(
  sql: Sql,
  { after, limit, ...filter }: ContactStep,
  narrowing: ContactNarrowing,
): Promise<ContactPart> {
  const { text, values } = narrowContacts(narrowing) ?? { text: "true", values: [] };
  const terms = [...termsOf(filter), text];
  const from = after === null ? [] : [`(name_key, id) > (${literal(after.nameKey)}, ${literal(after.id)})`];
  const rows = await getContactRowsByIds(sql, await idsOf(sql, { text: [...terms, ...from], values }, limit, 0));
  return { rows: rows.map((row) => ({ ...row, begins: true })), count: await countFound(sql, terms, values) };
}

/** Counts all contacts, with or without groups, one beyond what is counted exactly. */
const countContacts = (sql: Sql, filter: ContactFilter): Promise<number> => countFound(sql, termsOf(filter), []);

async function countFound(sql: Sql, terms: readonly string[], values: readonly unknown[]): Promise<number> {
  const all = `SELECT FROM contact WHERE ${terms.join(" AND ")} LIMIT ${literal(COUNTED + 1)}`;
  return (await one(sql.ask<{ n: number }>(`SELECT count(*)::int AS n FROM (${all}) AS found`, values))).n;
}

interface FoundIds {
  readonly ids: readonly number[];
  /** How many contacts contain the term; a number above a thousand means that there are more. */
  readonly n: number;
}

const containing = statement<FoundIds>(
  "contact_containing",
  `SELECT ids, n FROM contacts_containing(${patternOf("$1")}, ${patternOf("$1")} || '%', $2, $3, $4, $5, $6)`,
);

const matching = statement<FoundIds>(
  "contact_matching",
  `SELECT ids, n FROM contacts_matching(ARRAY(SELECT '%' || ${patternOf("needle")} || '%' FROM unnest($1::text[]) AS needle),
     ${patternOf("$2")} || '%', $3, $4, $5, $6, $7)`,
);

/** Finds the contacts that contain the term, or the number that it may be, and whose name does not begin with it, by name. */
function findContaining(
  sql: Sql,
  { search, includeGroups }: ContactFilter,
  { after, skip, most }: { readonly after: ContactPlace | null; readonly skip: number; readonly most: number },
): Promise<FoundIds> {
  const needles = contactNeedles(search);
  const place = [search, includeGroups, after?.nameKey ?? "", after?.id ?? 0, skip, most];
  return one(needles.length === 1 ? sql.run(containing, place) : sql.run(matching, [needles, ...place]));
}

/**
 * Lists all contacts of the filter with few fields, by name; there may be tens of thousands.
 */
export const listAllContacts = (sql: Sql, filter: ContactFilter): Promise<ContactShortRow[]> =>
  sql.ask(`SELECT id, name, number, is_group AS "isGroup" FROM contact WHERE ${termsOf(filter).join(" AND ")} ORDER BY name_key, id`);

function termsOf({ search, includeGroups }: ContactFilter): string[] {
  return [includeGroups ? "true" : "NOT is_group", ...(search === "" ? [] : [containsContact("search", search)])];
}

// The term is a literal in the text, so that the beginning of a name is a range of the index.
const beginningTerms = ({ search, includeGroups }: ContactFilter): string[] => [
  ...termsOf({ search: "", includeGroups }),
  beginsWithText("name_key", search),
];

interface Terms {
  readonly text: readonly string[];
  readonly values: readonly unknown[];
}

async function idsOf(sql: Sql, terms: readonly string[] | Terms, limit: number, offset: number): Promise<number[]> {
  const { text, values }: Terms = "text" in terms ? terms : { text: terms, values: [] };
  const where = text.join(" AND ");
  const rows = await sql.ask<{ id: number }>(
    `SELECT id FROM contact WHERE ${where} ORDER BY name_key, id LIMIT ${literal(limit)} OFFSET ${literal(offset)}`,
    values,
  );
  return rows.map(({ id }) => id);
}

async function countWhere(sql: Sql, terms: readonly string[]): Promise<number> {
  return (await one(sql.ask<{ n: number }>(`SELECT count(*)::int AS n FROM contact WHERE ${terms.join(" AND ")}`))).n;
}

/** The connection that is in a group, and the group's address there. */
interface GroupAddress {
  readonly connectionId: number;
  readonly value: string;
}

interface AddressedContact {
  readonly kind: string;
  readonly value: string;
  readonly id: number;
  readonly name: string;
}

// Deleting a connection deletes its addresses, so every stored one can be asked; the newest is
// preferred.
const groupRow = statement<GroupAddress>(
  "contact_group_address",
  `SELECT connection_id AS "connectionId", value FROM contact_address WHERE contact_id = $1 AND kind = 'group' ORDER BY connection_id DESC LIMIT 1`,
);
const byAddresses = statement<AddressedContact>(
  "contacts_by_addresses",
  `SELECT a.kind, a.value, c.id, c.name FROM unnest($1::int[], $2::text[], $3::text[]) AS k(connection_id, kind, value)
   JOIN contact_address a USING (connection_id, kind, value) JOIN contact c ON c.id = a.contact_id`,
);

/** Returns a group's address; null for contacts that are no group. */
export const getGroupAddress = (sql: Sql, contactId: number): Promise<GroupAddress | null> => first(sql.run(groupRow, [contactId]));

/** Lists the stored ones of these addresses, each with its contact. */
export const listContactsByAddresses = (sql: Sql, keys: readonly AddressKey[]): Promise<AddressedContact[]> =>
  sql.run(byAddresses, [keys.map(({ connectionId }) => connectionId), keys.map(({ kind }) => kind), keys.map(({ value }) => value)]);

import { statement, type Sql } from "../sql/index.js";
import { LINE } from "./audit.js";

/** Which entries of the audit are wanted; null means all. */
export interface AuditFilter {
  readonly userId: number | null;
  /** The first part of the action: `user` of `user.change`. */
  readonly area: string | null;
  readonly action: string | null;
  readonly ip: string | null;
  /** What the entries are about. */
  readonly object: { readonly kind: string; readonly id: number } | null;
  /** Entries from this instant on, and before `until`. */
  readonly from: Date | null;
  readonly until: Date | null;
}

/** An entry with the names of what it is about, where they are not in the directory. */
export interface ListedAuditRow {
  readonly id: number;
  readonly at: Date;
  readonly source: "server" | "client";
  readonly action: string;
  readonly description: string;
  readonly origin: string;
  readonly userId: number | null;
  readonly ip: string | null;
  readonly ticketId: number | null;
  readonly contactId: number | null;
  readonly contactName: string | null;
  readonly queueId: number | null;
  readonly connectionId: number | null;
  readonly messageId: number | null;
  readonly subjectUserId: number | null;
  readonly relatedKind: string | null;
  readonly relatedId: number | null;
  readonly relatedName: string | null;
  /** The token of a program by which it was done. */
  readonly tokenName: string | null;
}

/** A column that a filter names, and what the filter says about it. */
interface Facet {
  readonly column: string;
  readonly type: "int" | "text";
  readonly of: (filter: AuditFilter) => number | string | null;
}

const USER: Facet = { column: "e.user_id", type: "int", of: ({ userId }) => userId };
const AREA: Facet = { column: "split_part(e.action, '.', 1)", type: "text", of: ({ area }) => area };
const ACTION: Facet = { column: "e.action", type: "text", of: ({ action }) => action };
const ADDRESS: Facet = { column: "e.ip", type: "text", of: ({ ip }) => ip };
const objectIn = (column: string): Facet => ({ column, type: "int", of: ({ object }) => object?.id ?? null });
const KIND: Facet = { column: "e.related_kind", type: "text", of: ({ object }) => object?.kind ?? null };

/** One index that a page is read in: the columns before the time and the id. */
interface Walk {
  readonly lead: readonly Facet[];
  /** What this walk is about, whatever the filter says: constants of some facets. */
  readonly known?: ReadonlyMap<Facet, string>;
  /** The condition of an index that does not have all entries. */
  readonly only?: string;
  /** Its index has the entries alone that have the columns, and serves only a query that says so. */
  readonly isOfColumns?: true;
}

interface PageStatement {
  readonly statement: ReturnType<typeof statement<ListedAuditRow>>;
  readonly values: (filter: AuditFilter) => readonly unknown[];
}

/**
 * The statement of a page that is read in one index, or in two that have each entry once. The bounds and the order of a walk are
 * those of its index, so that no other one is in question: a page costs the same however old its entries are. The upper bound is the
 * entry before the page or the end of the period. The other facets only leave entries out.
 */
function pageOf(name: string, walks: readonly Walk[]): PageStatement {
  const leads = walks.flatMap(({ lead }) => lead);
  const facets = [...new Set([...leads, USER, AREA, ACTION, ADDRESS])];
  const paramOf = (facet: Facet): string => `$${facets.indexOf(facet) + 5}::${facet.type}`;
  const rows = walks.map((walk) => `(${toWalk(walk, paramOf)})`).join(" UNION ALL ");
  return {
    values: (filter) => facets.map((facet) => facet.of(filter)),
    statement: statement<ListedAuditRow>(
      name,
      `SELECT e.id, e.at, e.source, e.action, e.description, e.origin, e.user_id AS "userId", e.ip, e.ticket_id AS "ticketId",
       e.contact_id AS "contactId", c.name AS "contactName", e.queue_id AS "queueId", e.connection_id AS "connectionId", e.message_id AS "messageId",
       e.subject_user_id AS "subjectUserId", e.related_kind AS "relatedKind", e.related_id AS "relatedId",
       CASE e.related_kind WHEN 'tag' THEN (SELECT name FROM tag WHERE id = e.related_id)
         WHEN 'quickAnswer' THEN (SELECT shortcut FROM quick_answer WHERE id = e.related_id)
         WHEN 'setting' THEN (SELECT key FROM setting WHERE id = e.related_id) END AS "relatedName",
       (SELECT name FROM api_token WHERE id = e.session_id) AS "tokenName"
     FROM (SELECT * FROM (${rows}) AS e ORDER BY e.at DESC, e.id DESC LIMIT $4) AS e
     LEFT JOIN ticket t ON t.id = e.ticket_id LEFT JOIN contact c ON c.id = coalesce(e.contact_id, t.contact_id)
     ORDER BY e.at DESC, e.id DESC`,
    ),
  };
}

function toWalk({ lead, known = new Map<Facet, string>(), only, isOfColumns }: Walk, paramOf: (facet: Facet) => string): string {
  const valueOf = (facet: Facet): string => known.get(facet) ?? paramOf(facet);
  const place = [...lead.map(({ column }) => column), "e.at", "e.id"];
  const bound = (at: string, id: string): string => [...lead.map(valueOf), at, id].join(", ");
  const top = bound("coalesce((SELECT at FROM audit_entry WHERE id = $1::bigint), $3::timestamptz, 'infinity')", "coalesce($1::bigint, 0)");
  const bottom = bound("coalesce($2::timestamptz, '-infinity')", "0");
  // What is known decides about the walk once, and not at each of its entries.
  const left = [USER, AREA, ACTION, ADDRESS]
    .filter((facet) => known.has(facet) || !lead.includes(facet))
    .map((facet) => ` AND (${paramOf(facet)} IS NULL OR ${known.get(facet) ?? facet.column} = ${paramOf(facet)})`);
  const own = [...(only === undefined ? [] : [only]), ...(isOfColumns ? lead.map((facet) => `${facet.column} = ${paramOf(facet)}`) : [])];
  return `SELECT * FROM audit_entry e WHERE (${place.join(", ")}) < (${top}) AND (${place.join(", ")}) >= (${bottom})
    ${own.map((each) => ` AND ${each}`).join("")}${left.join("")} ORDER BY ${place.map((column) => `${column} DESC`).join(", ")} LIMIT $4`;
}

const inColumns = (...lead: readonly Facet[]): Walk => ({ lead, isOfColumns: true });

// Sent texts are most of the entries. They are left out of the indexes by time, area and person, and are found by their action, or
// by their person and area.
const SENT = new Map([
  [ACTION, "'message.send'"],
  [AREA, "'message'"],
]);
const OF_MESSAGES = new Map([[AREA, "'message'"]]);
const sent: Walk = { lead: [ACTION], known: SENT };
const all = pageOf("audit_list", [{ lead: [], only: "e.action <> 'message.send'" }, sent]);
const ofArea = pageOf("audit_list_area", [{ lead: [AREA], only: "e.action <> 'message.send'" }, sent]);
const ofUser = pageOf("audit_list_user", [
  { lead: [USER], only: "split_part(e.action, '.', 1) <> 'message'" },
  { lead: [USER, AREA], known: OF_MESSAGES },
]);
const ofBoth = pageOf("audit_list_user_area", [{ lead: [USER, AREA] }]);
const ofAction = pageOf("audit_list_action", [{ lead: [ACTION] }]);
const ofAddress = pageOf("audit_list_address", [inColumns(ADDRESS)]);
const ofRelated = pageOf("audit_list_related", [inColumns(KIND, objectIn("e.related_id"))]);
const OF_OBJECT: Readonly<Record<string, PageStatement>> = {
  ticket: pageOf("audit_list_ticket", [inColumns(objectIn("e.ticket_id"))]),
  contact: pageOf("audit_list_contact", [inColumns(objectIn("e.contact_id"))]),
  user: pageOf("audit_list_subject", [inColumns(objectIn("e.subject_user_id"))]),
  connection: pageOf("audit_list_connection", [inColumns(objectIn("e.connection_id"))]),
  queue: pageOf("audit_list_queue", [inColumns(objectIn("e.queue_id"))]),
};

/** The statement that leaves the fewest entries out: an object has few, a person or an action more, an address may be everybody's. */
function pageFor({ object, userId, area, action, ip }: AuditFilter): PageStatement {
  if (object !== null) return OF_OBJECT[object.kind] ?? ofRelated;
  if (action !== null && userId === null) return ofAction;
  if (userId !== null) return area === null ? ofUser : ofBoth;
  if (ip !== null) return ofAddress;
  return area === null ? all : ofArea;
}

/** Lists the entries after the entry `before`, or the first ones, the newest first. */
export function listAuditRows(sql: Sql, before: number | null, asked: AuditFilter, limit: number): Promise<ListedAuditRow[]> {
  const filter = { ...asked, area: asked.area ?? asked.action?.split(".", 1)[0] ?? null };
  const page = pageFor(filter);
  return sql.run(page.statement, [before, filter.from, filter.until, limit, ...page.values(filter)]);
}

// One look-up per action, instead of reading all entries.
const actions = statement<{ action: string }>(
  "audit_actions",
  `WITH RECURSIVE found AS (
     SELECT (SELECT min(action) FROM audit_entry) AS action
     UNION ALL SELECT (SELECT min(e.action) FROM audit_entry e WHERE e.action > found.action) FROM found WHERE found.action IS NOT NULL)
   SELECT action FROM found WHERE action IS NOT NULL`,
);

/** Lists the actions that the audit has entries of. */
export const listAuditActions = async (sql: Sql): Promise<string[]> => (await sql.run(actions)).map(({ action }) => action);

/** A year that an operator took out: the entries from `firstId` to `lastId` without `others`, which are of another year. */
export interface AuditArchive {
  readonly firstId: number;
  readonly lastId: number;
  readonly others: readonly number[];
}

// One that was put back is compared like any other year.
const archives = statement<AuditArchive>(
  "audit_archives",
  `SELECT first_id AS "firstId", last_id AS "lastId", others FROM audit_archive a WHERE NOT EXISTS (
     SELECT FROM pg_inherits WHERE inhparent = 'audit_entry'::regclass AND inhrelid = to_regclass('public.' || quote_ident(a.name))) ORDER BY first_id`,
);

/** Lists the years that are not in the audit at present. */
export const listAuditArchives = (sql: Sql): Promise<AuditArchive[]> => sql.run(archives);

/** A seal with the present texts of its entries; null for an entry that is gone. */
export interface SealRow {
  readonly id: number;
  readonly at: Date;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
  /** Null in seals of versions before they were stored. */
  readonly entryHashes: readonly Buffer[] | null;
  readonly entryIds: readonly number[];
  readonly lines: readonly (string | null)[];
}

const seals = statement<SealRow>(
  "audit_seals",
  `SELECT s.id, s.at, s.previous_hash AS "previousHash", s.hash, s.entry_hashes AS "entryHashes", s.entry_ids AS "entryIds",
     (SELECT array_agg(${LINE} ORDER BY i.place)
      FROM unnest(s.entry_ids) WITH ORDINALITY AS i(id, place) LEFT JOIN audit_entry e ON e.id = i.id) AS lines
   FROM audit_seal s WHERE s.id > $1 ORDER BY s.id LIMIT $2`,
);

/** Reads the seals after one, oldest first, with the entries that they cover. */
export const readSeals = (sql: Sql, after: number, limit: number): Promise<SealRow[]> => sql.run(seals, [after, limit]);

/** An entry whose text was erased with a person: the hash that was sealed, and that of what is left. */
export interface ErasedText {
  readonly id: number;
  readonly sealedHash: Buffer;
  readonly leftHash: Buffer;
}

const erasedTexts = statement<ErasedText>(
  "audit_erased",
  `SELECT entry_id AS id, sealed_hash AS "sealedHash", left_hash AS "leftHash" FROM audit_erased WHERE entry_id = ANY($1::bigint[])`,
);

/** Those of these entries whose text was erased, by their ids. */
export const listErasedTexts = async (sql: Sql, ids: readonly number[]): Promise<ReadonlyMap<number, ErasedText>> =>
  new Map((await sql.run(erasedTexts, [ids])).map((row) => [row.id, row]));

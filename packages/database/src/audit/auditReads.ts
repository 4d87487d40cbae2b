import { statement, type Sql } from "../sql/index.js";
import { LINE } from "./audit.js";

/** Which entries of the audit are wanted; null means all. */
export interface AuditFilter {
  readonly userId: number | null;
  /** The first part of the action: `user` of `user.change`. */
  readonly area: string | null;
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
}

interface FilterColumn {
  readonly column: string;
  readonly type: string;
}

const USER: FilterColumn = { column: "e.user_id", type: "int" };
const AREA: FilterColumn = { column: "split_part(e.action, '.', 1)", type: "text" };

/**
 * The statement of a page of a filter on some columns. Its bounds and its order are those of one index, these columns included, so
 * that no other index is in question: a page costs the same however old its entries are. The upper bound is the entry before the
 * page or the end of the period.
 */
function pageOf(name: string, columns: readonly FilterColumn[]) {
  const place = [...columns.map(({ column }) => column), "e.at", "e.id"];
  const bound = (at: string, id: string): string => [...columns.map(({ type }, index) => `$${index + 5}::${type}`), at, id].join(", ");
  const top = bound("coalesce((SELECT at FROM audit_entry WHERE id = $1::bigint), $3::timestamptz, 'infinity')", "coalesce($1::bigint, 0)");
  const bottom = bound("coalesce($2::timestamptz, '-infinity')", "0");
  return statement<ListedAuditRow>(
    name,
    `SELECT e.id, e.at, e.source, e.action, e.description, e.origin, e.user_id AS "userId", e.ip, e.ticket_id AS "ticketId",
     e.contact_id AS "contactId", c.name AS "contactName", e.queue_id AS "queueId", e.connection_id AS "connectionId", e.message_id AS "messageId",
     e.subject_user_id AS "subjectUserId", e.related_kind AS "relatedKind", e.related_id AS "relatedId",
     CASE e.related_kind WHEN 'tag' THEN (SELECT name FROM tag WHERE id = e.related_id)
       WHEN 'quickAnswer' THEN (SELECT shortcut FROM quick_answer WHERE id = e.related_id)
       WHEN 'setting' THEN (SELECT key FROM setting WHERE id = e.related_id) END AS "relatedName"
   FROM (SELECT * FROM audit_entry e WHERE (${place.join(", ")}) < (${top}) AND (${place.join(", ")}) >= (${bottom})
     ORDER BY ${place.map((column) => `${column} DESC`).join(", ")} LIMIT $4) AS e
   LEFT JOIN ticket t ON t.id = e.ticket_id LEFT JOIN contact c ON c.id = coalesce(e.contact_id, t.contact_id)
   ORDER BY e.at DESC, e.id DESC`,
  );
}

const all = pageOf("audit_list", []);
const ofUser = pageOf("audit_list_user", [USER]);
const ofArea = pageOf("audit_list_area", [AREA]);
const ofBoth = pageOf("audit_list_user_area", [USER, AREA]);

/** Lists the entries after the entry `before`, or the first ones, the newest first. */
export function listAuditRows(sql: Sql, before: number | null, { userId, area, from, until }: AuditFilter, limit: number) {
  const period = [before, from, until, limit];
  if (userId !== null && area !== null) return sql.run(ofBoth, [...period, userId, area]);
  if (userId !== null) return sql.run(ofUser, [...period, userId]);
  return area === null ? sql.run(all, period) : sql.run(ofArea, [...period, area]);
}

/** A year that an operator took out: the entries from `firstId` to `lastId` without `others`, which are of another year. */
export interface AuditArchive {
  readonly firstId: number;
  readonly lastId: number;
  readonly others: readonly number[];
}

// One that was put back is compared like any other year.
const archives = statement<Omit<AuditArchive, "others"> & { readonly others: readonly (number | string)[] }>(
  "audit_archives",
  `SELECT first_id AS "firstId", last_id AS "lastId", others FROM audit_archive a WHERE NOT EXISTS (
     SELECT FROM pg_inherits WHERE inhparent = 'audit_entry'::regclass AND inhrelid = to_regclass('public.' || quote_ident(a.name))) ORDER BY first_id`,
);

/** Lists the years that are not in the audit at present. */
export const listAuditArchives = async (sql: Sql): Promise<AuditArchive[]> =>
  (await sql.run(archives)).map((row) => ({ ...row, others: row.others.map(Number) }));

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

const seals = statement<Omit<SealRow, "entryIds"> & { readonly entryIds: readonly (number | string)[] }>(
  "audit_seals",
  `SELECT s.id, s.at, s.previous_hash AS "previousHash", s.hash, s.entry_hashes AS "entryHashes", s.entry_ids AS "entryIds",
     (SELECT array_agg(${LINE} ORDER BY i.place)
      FROM unnest(s.entry_ids) WITH ORDINALITY AS i(id, place) LEFT JOIN audit_entry e ON e.id = i.id) AS lines
   FROM audit_seal s WHERE s.id > $1 ORDER BY s.id LIMIT $2`,
);

/** Reads the seals after one, oldest first, with the entries that they cover. */
export async function readSeals(sql: Sql, after: number, limit: number): Promise<SealRow[]> {
  const rows = await sql.run(seals, [after, limit]);
  return rows.map((row) => ({ ...row, entryIds: row.entryIds.map(Number) }));
}

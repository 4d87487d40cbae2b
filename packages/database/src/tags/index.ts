import type { ListDifference } from "@balcao/domain/lists";
import { first, one, statement, type Sql } from "../sql/index.js";

/** A tag with the ids of its contacts, in ascending order; none where all tags together have more than are given. */
export interface TagRow {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly contactsCount: number;
  readonly contactIds: readonly number[];
  /** Whether the ids are left out. */
  readonly contactsCut: boolean;
  /** Who made it. */
  readonly userId: number | null;
}

/** So many contacts are named: of all tags together, and of one tag by itself. */
export const MOST_TAGGED = 1_000;

const rows = statement<TagRow>(
  "tag_rows",
  `WITH counted AS (
     SELECT tag_id, sum(n)::int AS n FROM (SELECT tag_id, n FROM tag_count UNION ALL SELECT tag_id, n FROM tag_count_delta) AS part GROUP BY tag_id),
   total AS (SELECT coalesce(sum(n), 0) > $2 AS cut FROM counted)
   SELECT t.id, t.name, t.color, t.user_id AS "userId", coalesce(c.n, 0) AS "contactsCount", total.cut AS "contactsCut",
     CASE WHEN total.cut THEN '{}' ELSE array(SELECT contact_id FROM contact_tag WHERE tag_id = t.id ORDER BY contact_id) END AS "contactIds"
   FROM tag t CROSS JOIN total LEFT JOIN counted c ON c.tag_id = t.id WHERE $1::int[] IS NULL OR t.id = ANY($1)`,
);
// Sorted, so that two concurrent folds cannot deadlock.
const fold = statement<{ folded: number }>(
  "tag_counts_fold",
  `WITH taken AS (DELETE FROM tag_count_delta RETURNING tag_id, n),
     counts AS (INSERT INTO tag_count AS c (tag_id, n) SELECT tag_id, sum(n) FROM taken GROUP BY 1 ORDER BY 1
       ON CONFLICT (tag_id) DO UPDATE SET n = c.n + excluded.n)
   SELECT count(*)::int AS folded FROM taken`,
);
const names = statement<Pick<TagRow, "id" | "name">>("tag_names", `SELECT id, name FROM tag`);
const contactsOf = statement<{ id: number; name: string }>(
  "tag_contacts",
  `SELECT c.id, c.name FROM contact_tag ct JOIN contact c ON c.id = ct.contact_id WHERE ct.tag_id = $1 ORDER BY c.name_key, c.id LIMIT $2`,
);
const contactIdsOf = statement<{ id: number }>("tag_contact_ids", `SELECT contact_id AS id FROM contact_tag WHERE tag_id = $1`);
const changeContacts = statement<{ absent: number }>(
  "tag_change_contacts",
  `WITH wanted AS (SELECT DISTINCT unnest($2::int[]) AS id), known AS (SELECT id FROM contact WHERE id IN (SELECT id FROM wanted)),
     gone AS (DELETE FROM contact_tag WHERE tag_id = $1 AND contact_id = ANY($3::int[])),
     added AS (INSERT INTO contact_tag (contact_id, tag_id) SELECT id, $1 FROM known ORDER BY id ON CONFLICT DO NOTHING)
   SELECT ((SELECT count(*) FROM wanted) - (SELECT count(*) FROM known))::int AS absent`,
);
const tagIdsOf = statement<{ id: number }>("contact_tag_ids", `SELECT tag_id AS id FROM contact_tag WHERE contact_id = $1`);
const changeTags = statement<{ absent: number }>(
  "contact_change_tags",
  `WITH wanted AS (SELECT DISTINCT unnest($2::int[]) AS id), known AS (SELECT id FROM tag WHERE id IN (SELECT id FROM wanted)),
     gone AS (DELETE FROM contact_tag WHERE contact_id = $1 AND tag_id = ANY($3::int[])),
     added AS (INSERT INTO contact_tag (contact_id, tag_id) SELECT $1, id FROM known ORDER BY id ON CONFLICT DO NOTHING)
   SELECT ((SELECT count(*) FROM wanted) - (SELECT count(*) FROM known))::int AS absent`,
);

/** These tags, or all of them, in no order. */
export const listTagRows = (sql: Sql, ids: readonly number[] | null = null): Promise<TagRow[]> => sql.run(rows, [ids, MOST_TAGGED]);

/** All tags without their contacts, of which there may be a hundred thousand. */
export const listTagNames = (sql: Sql) => sql.run(names);

/** The first contacts of a tag, by name. */
export const listTagContacts = (sql: Sql, tagId: number) => sql.run(contactsOf, [tagId, MOST_TAGGED]);

/** The ids of the contacts of a tag, in no order. */
export const listTagContactIds = async (tx: Sql, tagId: number) => (await tx.run(contactIdsOf, [tagId])).map(({ id }) => id);

/** Gives a tag to the added contacts and takes it from the removed ones; false when an added one does not exist. */
export async function changeTagContacts(tx: Sql, tagId: number, { added, removed }: ListDifference): Promise<boolean> {
  return (await first(tx.run(changeContacts, [tagId, added, removed])))?.absent === 0;
}

/** Adds the deltas of the counts to them and deletes them; returns how many there were. Run it every second. */
export const foldTagCounts = async (sql: Sql): Promise<number> => (await one(sql.run(fold))).folded;

/** The ids of the tags of a contact, in no order. */
export const listContactTagIds = async (tx: Sql, contactId: number) => (await tx.run(tagIdsOf, [contactId])).map(({ id }) => id);

/** Gives a contact the added tags and takes the removed ones from it; false when an added one does not exist. */
export async function changeContactTags(tx: Sql, contactId: number, { added, removed }: ListDifference): Promise<boolean> {
  return (await first(tx.run(changeTags, [contactId, added, removed])))?.absent === 0;
}

import type { ListDifference } from "@balcao/domain/lists";
import { first, statement, type Sql } from "../sql/index.js";

/** A tag with the ids of its contacts, in ascending order. */
export interface TagRow {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly contactIds: readonly number[];
  /** Who made it. */
  readonly userId: number | null;
}

const rows = statement<TagRow>(
  "tag_rows",
  `SELECT t.id, t.name, t.color, t.user_id AS "userId", coalesce(array_agg(ct.contact_id ORDER BY ct.contact_id) FILTER (WHERE ct.contact_id IS NOT NULL), '{}') AS "contactIds"
   FROM tag t LEFT JOIN contact_tag ct ON ct.tag_id = t.id WHERE $1::int[] IS NULL OR t.id = ANY($1) GROUP BY t.id`,
);
const names = statement<Pick<TagRow, "id" | "name">>("tag_names", `SELECT id, name FROM tag`);
const contactsOf = statement<{ id: number; name: string }>(
  "tag_contacts",
  `SELECT c.id, c.name FROM contact_tag ct JOIN contact c ON c.id = ct.contact_id WHERE ct.tag_id = $1 ORDER BY c.name_key, c.id`,
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
export const listTagRows = (sql: Sql, ids: readonly number[] | null = null): Promise<TagRow[]> => sql.run(rows, [ids]);

/** All tags without their contacts, of which there may be a hundred thousand. */
export const listTagNames = (sql: Sql) => sql.run(names);

/** The contacts of a tag, by name. */
export const listTagContacts = (sql: Sql, tagId: number) => sql.run(contactsOf, [tagId]);

/** The ids of the contacts of a tag, in no order. */
export const listTagContactIds = async (tx: Sql, tagId: number) => (await tx.run(contactIdsOf, [tagId])).map(({ id }) => id);

/** Gives a tag to the added contacts and takes it from the removed ones; false when an added one does not exist. */
export async function changeTagContacts(tx: Sql, tagId: number, { added, removed }: ListDifference): Promise<boolean> {
  return (await first(tx.run(changeContacts, [tagId, added, removed])))?.absent === 0;
}

/** The ids of the tags of a contact, in no order. */
export const listContactTagIds = async (tx: Sql, contactId: number) => (await tx.run(tagIdsOf, [contactId])).map(({ id }) => id);

/** Gives a contact the added tags and takes the removed ones from it; false when an added one does not exist. */
export async function changeContactTags(tx: Sql, contactId: number, { added, removed }: ListDifference): Promise<boolean> {
  return (await first(tx.run(changeTags, [contactId, added, removed])))?.absent === 0;
}

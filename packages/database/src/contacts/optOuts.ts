import { first, statement, type Sql } from "../sql/index.js";

/** That a contact wants no more mass sends: since when, and why. */
export interface OptOutRow {
  readonly at: Date;
  readonly reason: "word" | "person";
  /** What the contact wrote; empty where a person recorded it. */
  readonly word: string;
}

const insertRow = statement<{ id: number }>(
  "contact_opt_out",
  `INSERT INTO contact_opt_out (contact_id, at, reason, word) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING contact_id AS id`,
);
const deleteRow = statement<{ id: number }>(
  "contact_opt_in",
  `DELETE FROM contact_opt_out WHERE contact_id = $1 RETURNING contact_id AS id`,
);
const deleteOfWord = statement<{ id: number }>(
  "contact_opt_in_word",
  `DELETE FROM contact_opt_out WHERE contact_id = $1 AND reason = 'word' AND word = $2 RETURNING contact_id AS id`,
);
const getRow = statement<{ id: number }>("contact_opted_out", `SELECT contact_id AS id FROM contact_opt_out WHERE contact_id = $1`);
const reached = statement<{ id: number }>(
  "contact_reached_by_run",
  `SELECT s.run_id AS id FROM send_recipient s JOIN send_run r ON r.id = s.run_id
   WHERE s.contact_id = $1 AND s.handed_at IS NOT NULL AND s.handed_at < $3::timestamptz + interval '5 seconds' AND r.connection_id = $2 LIMIT 1`,
);

/** Records that a contact wants no more mass sends; false when that was so already. */
export const insertOptOut = async (tx: Sql, contactId: number, { at, reason, word }: OptOutRow): Promise<boolean> =>
  (await first(tx.run(insertRow, [contactId, at, reason, word]))) !== null;
/** The contact may get mass sends again; false when it could. */
export const deleteOptOut = async (tx: Sql, contactId: number): Promise<boolean> => (await first(tx.run(deleteRow, [contactId]))) !== null;
/** The same, where it wanted none by this word; false for every other reason. */
export const deleteOptOutOf = async (tx: Sql, contactId: number, word: string): Promise<boolean> =>
  (await first(tx.run(deleteOfWord, [contactId, word]))) !== null;
export const isOptedOut = async (sql: Sql, contactId: number): Promise<boolean> => (await first(sql.run(getRow, [contactId]))) !== null;
/** Whether a message of a run went to a contact on a connection before this moment; networks round their times to seconds. */
export const wasReachedByRun = async (sql: Sql, contactId: number, connectionId: number, before: Date): Promise<boolean> =>
  (await first(sql.run(reached, [contactId, connectionId, before]))) !== null;

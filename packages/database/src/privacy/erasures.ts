import { first, one, statement, type Sql } from "../sql/index.js";

/** How many of what an erasure deleted or emptied. */
export interface ErasedCounts {
  readonly tickets: number;
  readonly messages: number;
  readonly groupMessages: number;
  readonly files: number;
  readonly events: number;
  readonly auditTexts: number;
  readonly ratings: number;
  readonly recipients: number;
  readonly schedules: number;
  /** The numbers of protocols, which are no data of a person by themselves. */
  readonly protocols: readonly string[];
}

/** What may still hold the person's data. */
export interface ErasureRemains {
  /** The last backup before the erasure, ISO 8601; null when none was made. */
  readonly lastBackupAt: string | null;
  /** When that backup is deleted by its command, ISO 8601; null where no command says so. */
  readonly backupsUntil: string | null;
  readonly sessionKeys: number;
  /** Over the erased entries of the audit: their ids, their sealed hashes and those of what is left. */
  readonly auditDigest: string;
}

/** The rows that an erased person was: ids and moments of creation (ISO 8601, milliseconds), which name nobody. */
export type ErasedSubjects = readonly (readonly [id: number, createdAt: string])[];

/** An erasure as a restore needs it. */
export interface ErasedEntry {
  readonly at: Date;
  readonly userId: number;
  readonly subjects: ErasedSubjects;
}

export interface ErasureRow {
  readonly id: number;
  readonly contactId: number;
  readonly userId: number;
  readonly at: Date;
  readonly deleted: ErasedCounts;
  readonly remains: ErasureRemains;
}

const COLUMNS = `id, contact_id AS "contactId", user_id AS "userId", at, deleted, remains`;
const insertRow = statement<{ id: number }>(
  "erasure_insert",
  `INSERT INTO erasure (contact_id, user_id, at, deleted, remains, subjects) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
);
const known = statement<{ known: boolean }>(
  "erasure_known",
  `SELECT EXISTS (SELECT FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'erasure' AND column_name = 'subjects') AS known`,
);
const entries = statement<ErasedEntry>(
  "erasure_entries",
  `SELECT at, user_id AS "userId", subjects FROM erasure WHERE subjects IS NOT NULL ORDER BY id`,
);
const findSubjects = statement<{ id: number }>(
  "erasure_find",
  `SELECT c.id FROM contact c JOIN unnest($1::int[], $2::timestamptz[]) AS e (id, at) ON e.id = c.id AND e.at = date_trunc('milliseconds', c.created_at)
   WHERE NOT c.is_group ORDER BY c.id`,
);
const getRow = statement<ErasureRow>("erasure_get", `SELECT ${COLUMNS} FROM erasure WHERE id = $1`);
const listRows = statement<ErasureRow>("erasure_list", `SELECT ${COLUMNS} FROM erasure ORDER BY id DESC LIMIT $1`);
const lastBackup = statement<{ at: Date; until: Date | null }>(
  "erasure_backup",
  `SELECT finished_at AS at, finished_at + keep_days * interval '1 day' AS until FROM backup ORDER BY id DESC LIMIT 1`,
);

/** Stores what an erasure did, and returns its id. */
export async function insertErasure(
  tx: Sql,
  { contactId, userId, at, deleted, remains, subjects }: Omit<ErasureRow, "id"> & Pick<ErasedEntry, "subjects">,
): Promise<number> {
  const values = [contactId, userId, at, ...[deleted, remains, subjects].map((each) => JSON.stringify(each))];
  return (await one(tx.run(insertRow, values))).id;
}

/** The erasures that the database knows, also where its schema is an older one or none. */
export const listErasedEntries = async (sql: Sql): Promise<ErasedEntry[]> => ((await one(sql.run(known))).known ? sql.run(entries) : []);

/** Those of an erased person's rows that the database has. */
export const findErased = async (sql: Sql, subjects: ErasedSubjects): Promise<number[]> =>
  (await sql.run(findSubjects, [subjects.map(([id]) => id), subjects.map(([, at]) => at)])).map(({ id }) => id);

export const getErasure = (sql: Sql, id: number): Promise<ErasureRow | null> => first(sql.run(getRow, [id]));

/** The newest erasures, the newest first. */
export const listErasures = (sql: Sql, limit: number): Promise<ErasureRow[]> => sql.run(listRows, [limit]);

/** The last backup, and when its command deletes it. */
export const readLastBackup = (sql: Sql) => first(sql.run(lastBackup));

/** What is known of a person who shall be erased: what goes, and what has to end before. */
export interface ErasureFacts {
  readonly tickets: number;
  readonly messages: number;
  readonly groupMessages: number;
  readonly files: number;
  readonly protocols: number;
  /** Conversations that are not closed. */
  readonly live: number;
  /** Mass sends and schedules under way that name the person. */
  readonly sends: number;
  /** Messages on their way to the person. */
  readonly outgoing: number;
  /** Events of the person that were stored and are not applied yet. */
  readonly arriving: number;
  /** Exports of the person's data that are being read. */
  readonly exports: number;
}

/** Whether an export of a person's data is being read. */
export const IS_EXPORTED = "seen_at > now() - interval '1 minute'";

// A run that is still being listed may be about to name the person.
const facts = statement<ErasureFacts>(
  "erasure_facts",
  `WITH own AS MATERIALIZED (SELECT id, status FROM ticket WHERE contact_id = $1),
     said AS MATERIALIZED (SELECT m.id, m.file_id FROM message m JOIN own ON own.id = m.ticket_id)
   SELECT (SELECT count(*)::int FROM own) AS tickets, (SELECT count(*)::int FROM said) AS messages,
     (SELECT count(*)::int FROM message m WHERE m.contact_id = $1 AND NOT EXISTS (SELECT FROM own WHERE own.id = m.ticket_id)) AS "groupMessages",
     (SELECT count(file_id)::int FROM said) AS files,
     (SELECT count(*)::int FROM protocol p JOIN own ON own.id = p.ticket_id) AS protocols,
     (SELECT count(*)::int FROM own WHERE status <> 'closed') AS live,
     (SELECT count(*)::int FROM send_run r WHERE r.state IN ('freezing', 'running', 'paused') AND (
        EXISTS (SELECT FROM send_recipient s WHERE s.run_id = r.id AND s.contact_id = $1)
        OR r.state = 'freezing' AND (r.all_contacts OR $1 = ANY(r.contact_ids)
          OR r.tag_ids && ARRAY(SELECT tag_id FROM contact_tag WHERE contact_id = $1)))) AS sends,
     (SELECT count(*)::int FROM outbox o JOIN said ON said.id = o.message_id WHERE o.state IN ('queued', 'handed')) AS outgoing,
     (SELECT count(*)::int FROM inbound_event e WHERE e.state = 0 AND substr(e.lane, position(':' IN e.lane) + 1) = ANY($2)) AS arriving,
     (SELECT count(*)::int FROM person_export WHERE contact_id = $1 AND ${IS_EXPORTED}) AS exports`,
);

const chats = statement<{ chat: string }>(
  "erasure_chats",
  `SELECT kind || ':' || value AS chat FROM contact_address WHERE contact_id = $1
   UNION SELECT 'phone:' || number FROM contact WHERE id = $1 AND number IS NOT NULL
   UNION SELECT m.chat FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE t.contact_id = $1 AND NOT t.is_group`,
);

/** The keys under which the person's conversations and words are stored: addresses, and chats of earlier addresses. */
export const listPersonKeys = async (sql: Sql, contactId: number): Promise<string[]> =>
  (await sql.run(chats, [contactId])).map(({ chat }) => chat);

/** Counts what goes with a person, and what speaks against it now. */
export const readErasureFacts = (sql: Sql, contactId: number, keys: readonly string[]): Promise<ErasureFacts> =>
  one(sql.run(facts, [contactId, keys]));

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
  `INSERT INTO erasure (contact_id, user_id, at, deleted, remains) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
);
const getRow = statement<ErasureRow>("erasure_get", `SELECT ${COLUMNS} FROM erasure WHERE id = $1`);
const listRows = statement<ErasureRow>("erasure_list", `SELECT ${COLUMNS} FROM erasure ORDER BY id DESC LIMIT $1`);
const lastBackup = statement<{ at: Date; until: Date | null }>(
  "erasure_backup",
  `SELECT finished_at AS at, finished_at + keep_days * interval '1 day' AS until FROM backup ORDER BY id DESC LIMIT 1`,
);

/** Stores what an erasure did, and returns its id. */
export const insertErasure = async (tx: Sql, { contactId, userId, at, deleted, remains }: Omit<ErasureRow, "id">): Promise<number> =>
  (await one(tx.run(insertRow, [contactId, userId, at, JSON.stringify(deleted), JSON.stringify(remains)]))).id;

export const getErasure = (sql: Sql, id: number): Promise<ErasureRow | null> => first(sql.run(getRow, [id]));

/** The newest erasures, the newest first. */
export const listErasures = (sql: Sql, limit: number): Promise<ErasureRow[]> => sql.run(listRows, [limit]);

/** The last backup, and when its command deletes it. */
export const readLastBackup = (sql: Sql) => first(sql.run(lastBackup));

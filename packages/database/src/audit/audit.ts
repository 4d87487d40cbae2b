import { first, statement, type Sql } from "../sql/index.js";

export interface AuditRow {
  readonly source: "server" | "client";
  readonly action: string;
  readonly description: string;
  readonly origin: string;
  readonly userId: number | null;
  readonly sessionId: string | null;
  readonly ip: string | null;
  readonly ticketId: number | null;
  readonly contactId: number | null;
  readonly queueId: number | null;
  readonly connectionId: number | null;
  readonly messageId: number | null;
  readonly subjectUserId: number | null;
  /** A row of a table that has no column here. */
  readonly relatedKind: string | null;
  readonly relatedId: number | null;
}

const insertRow = statement(
  "audit_insert",
  `INSERT INTO audit_entry (source, action, description, origin, user_id, session_id, ip, ticket_id, contact_id, queue_id, connection_id, message_id, subject_user_id, related_kind, related_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
);
// Ids in a client's remark are stored only if they exist.
const insertRemark = statement(
  "audit_remark",
  `INSERT INTO audit_entry (source, action, description, origin, user_id, session_id, ip, ticket_id, contact_id, queue_id, connection_id, message_id, related_kind, related_id)
   SELECT 'client', $1, $2, $3, $4, $5, $6,
     (SELECT id FROM ticket WHERE id = $7), (SELECT id FROM contact WHERE id = $8), (SELECT id FROM queue WHERE id = $9),
     (SELECT id FROM connection WHERE id = $10), (SELECT id FROM message WHERE id = $11), related.kind, related.id
   FROM (SELECT 1) AS always LEFT JOIN (
     SELECT 'tag' AS kind, id FROM tag UNION ALL SELECT 'quickAnswer', id FROM quick_answer
     UNION ALL SELECT 'question', id FROM question UNION ALL SELECT 'setting', id FROM setting
     UNION ALL SELECT 'massSend', id FROM send_run WHERE schedule_id IS NULL UNION ALL SELECT 'schedule', id FROM schedule UNION ALL SELECT 'chat', id FROM chat
   ) AS related ON related.kind = $12 AND related.id = $13`,
);
const lastSeal = statement<{ hash: Buffer }>("audit_last_seal", `SELECT hash FROM audit_seal ORDER BY id DESC LIMIT 1`);
/** The sealed text of an entry. Columns of later versions are left out while they are empty, so that old entries keep their text. */
export const LINE = `(to_jsonb(e) - CASE WHEN e.related_id IS NULL THEN '{related_kind,related_id}'::text[] ELSE '{}' END)::text`;
// The time of an entry finds its partition. The planner counts a look-up in each of them, and would rather read them all: the lateral
// query leaves it no other way than one look-up per entry.
const unsealed = statement<{ id: number; line: string }>(
  "audit_unsealed",
  `WITH taken AS (DELETE FROM audit_unsealed WHERE entry_id IN (SELECT entry_id FROM audit_unsealed ORDER BY entry_id LIMIT 1000) RETURNING entry_id, at)
   SELECT e.id, ${LINE} AS line FROM taken CROSS JOIN LATERAL (SELECT * FROM audit_entry WHERE id = taken.entry_id AND at = taken.at OFFSET 0) e ORDER BY e.id`,
);
const insertSeal = statement<{ id: number }>(
  "audit_seal",
  `INSERT INTO audit_seal (entry_ids, previous_hash, hash, entry_hashes) VALUES ($1, $2, $3, $4) RETURNING id`,
);
const markSealed = statement("audit_mark", `INSERT INTO audit_sealed (entry_id, seal_id) SELECT unnest($1::bigint[]), $2`);
const lockSealer = statement<{ taken: boolean }>("audit_lock", `SELECT pg_try_advisory_xact_lock(727002) AS taken`);

/** Writes an entry about an action of the server, in the transaction of the action. */
export async function insertAudit(tx: Sql, row: AuditRow): Promise<void> {
  await tx.run(insertRow, [
    row.source,
    row.action,
    row.description,
    row.origin,
    row.userId,
    row.sessionId,
    row.ip,
    row.ticketId,
    row.contactId,
    row.queueId,
    row.connectionId,
    row.messageId,
    row.subjectUserId,
    row.relatedKind,
    row.relatedId,
  ]);
}

export async function insertAuditRemark(tx: Sql, row: Omit<AuditRow, "source" | "subjectUserId">): Promise<void> {
  await tx.run(insertRemark, [
    row.action,
    row.description,
    row.origin,
    row.userId,
    row.sessionId,
    row.ip,
    row.ticketId,
    row.contactId,
    row.queueId,
    row.connectionId,
    row.messageId,
    row.relatedKind,
    row.relatedId,
  ]);
}

/** What a seal stores: the hash of the chain, and one hash per entry, by which a changed entry is found. */
export interface SealHashes {
  readonly hash: Buffer;
  readonly entryHashes: readonly Buffer[];
}

/** The hash before the first seal. */
export const FIRST_HASH = Buffer.alloc(32);

/**
 * Seals up to 1,000 entries with a hash over them and the previous seal. Returns how many were
 * sealed. One process seals after the commits, because a chain inside business transactions would
 * serialize and deadlock them.
 */
export async function sealAuditEntries(tx: Sql, seal: (previous: Buffer, lines: readonly string[]) => SealHashes): Promise<number> {
  if ((await first(tx.run(lockSealer)))?.taken !== true) return 0;
  const entries = await tx.run(unsealed);
  if (entries.length === 0) return 0;
  const previous = (await first(tx.run(lastSeal)))?.hash ?? FIRST_HASH;
  const ids = entries.map(({ id }) => id);
  const lines = entries.map(({ line }) => line);
  const { hash, entryHashes } = seal(previous, lines);
  const row = await first(tx.run(insertSeal, [ids, previous, hash, entryHashes]));
  await tx.run(markSealed, [ids, row?.id]);
  return entries.length;
}

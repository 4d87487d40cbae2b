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
}

const insertRow = statement(
  "audit_insert",
  `INSERT INTO audit_entry (source, action, description, origin, user_id, session_id, ip, ticket_id, contact_id, queue_id, connection_id, message_id, subject_user_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
);
// Ids that a client names are kept only where they exist (D-228).
const insertRemark = statement(
  "audit_remark",
  `INSERT INTO audit_entry (source, action, description, origin, user_id, session_id, ip, ticket_id, contact_id, queue_id, connection_id, message_id)
   SELECT 'client', $1, $2, $3, $4, $5, $6,
     (SELECT id FROM ticket WHERE id = $7), (SELECT id FROM contact WHERE id = $8), (SELECT id FROM queue WHERE id = $9),
     (SELECT id FROM connection WHERE id = $10), (SELECT id FROM message WHERE id = $11)`,
);
const lastSeal = statement<{ hash: Buffer }>("audit_last_seal", `SELECT hash FROM audit_seal ORDER BY id DESC LIMIT 1`);
const unsealed = statement<{ id: number; line: string }>(
  "audit_unsealed",
  `WITH taken AS (DELETE FROM audit_unsealed WHERE entry_id IN (SELECT entry_id FROM audit_unsealed ORDER BY entry_id LIMIT 1000) RETURNING entry_id)
   SELECT e.id, to_jsonb(e)::text AS line FROM taken JOIN audit_entry e ON e.id = taken.entry_id ORDER BY e.id`,
);
const insertSeal = statement<{ id: number }>(
  "audit_seal",
  `INSERT INTO audit_seal (entry_ids, previous_hash, hash) VALUES ($1, $2, $3) RETURNING id`,
);
const markSealed = statement("audit_mark", `INSERT INTO audit_sealed (entry_id, seal_id) SELECT unnest($1::bigint[]), $2`);
const lockSealer = statement<{ taken: boolean }>("audit_lock", `SELECT pg_try_advisory_xact_lock(727002) AS taken`);

/** Writes what the server did, in the transaction that did it. */
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
  ]);
}

/**
 * Seals up to 1,000 unsealed entries with a hash over them and the seal before. Entries are chained afterwards by one sealer: a chain inside
 * business transactions serialises them all and deadlocks. Answers how many were sealed.
 */
export async function sealAuditEntries(tx: Sql, hash: (previous: Buffer, lines: readonly string[]) => Buffer): Promise<number> {
  if ((await first(tx.run(lockSealer)))?.taken !== true) return 0;
  const entries = await tx.run(unsealed);
  if (entries.length === 0) return 0;
  const previous = (await first(tx.run(lastSeal)))?.hash ?? Buffer.alloc(32);
  const ids = entries.map(({ id }) => id);
  const seal = await first(
    tx.run(insertSeal, [
      ids,
      previous,
      hash(
        previous,
        entries.map(({ line }) => line),
      ),
    ]),
  );
  await tx.run(markSealed, [ids, seal?.id]);
  return entries.length;
}

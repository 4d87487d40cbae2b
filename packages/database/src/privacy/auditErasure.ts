import { LINE } from "../audit/audit.js";
import { statement, type Sql } from "../sql/index.js";

const PROTECT = "SELECT set_config('balcao.erasure', $1, true)";
// The sealer waits for nothing, so it seals in its next run what is written here.
const WAIT_FOR_SEALER = "SELECT pg_advisory_xact_lock(727002)";

// Entries of contacts are few beside those of messages, so their texts are searched for a number that no id names.
const eraseTexts = statement<{ id: number; sealedHash: Buffer | null; leftHash: Buffer }>(
  "audit_erase",
  `WITH about AS MATERIALIZED (
     SELECT e.id, e.at FROM audit_entry e WHERE e.contact_id = ANY($1)
     UNION SELECT e.id, e.at FROM audit_entry e WHERE e.ticket_id = ANY($2)
     UNION SELECT e.id, e.at FROM audit_entry e WHERE split_part(e.action, '.', 1) = 'contact' AND e.action <> 'message.send'
       AND EXISTS (SELECT FROM unnest($3::text[]) AS number WHERE position(number IN e.description) > 0)
   ), before AS MATERIALIZED (
     SELECT e.id, e.at, sha256(convert_to(${LINE}, 'UTF8')) AS hash,
       EXISTS (SELECT FROM audit_sealed s WHERE s.entry_id = e.id) AS "isSealed"
     FROM about JOIN audit_entry e USING (id, at) WHERE e.description <> ''
   ), erased AS (
     UPDATE audit_entry e SET description = '' FROM before b WHERE e.id = b.id AND e.at = b.at
     RETURNING e.id, sha256(convert_to(${LINE}, 'UTF8')) AS hash
   ), noted AS (
     INSERT INTO audit_erased (entry_id, sealed_hash, left_hash)
     SELECT e.id, b.hash, e.hash FROM erased e JOIN before b USING (id) WHERE b."isSealed"
   )
   SELECT e.id, CASE WHEN b."isSealed" THEN b.hash END AS "sealedHash", e.hash AS "leftHash" FROM erased e JOIN before b USING (id) ORDER BY e.id`,
);

/** An entry whose text was erased; without a sealed hash where it was not sealed yet. */
export interface ErasedEntry {
  readonly id: number;
  readonly sealedHash: Buffer | null;
  readonly leftHash: Buffer;
}

interface AuditOfPerson {
  readonly contactIds: readonly number[];
  readonly ticketIds: readonly number[];
  /** Of eight digits or more, so that nothing else is meant. */
  readonly numbers: readonly string[];
}

/**
 * Erases the texts of audit entries about a person; who did what and when stays. What was sealed keeps its hash, by which the chain is
 * verified. No entry is sealed meanwhile.
 */
export async function eraseAuditTexts(tx: Sql, { contactIds, ticketIds, numbers }: AuditOfPerson): Promise<ErasedEntry[]> {
  await tx.ask(WAIT_FOR_SEALER);
  await tx.ask(PROTECT, ["on"]);
  const erased = await tx.run(eraseTexts, [contactIds, ticketIds, numbers]);
  await tx.ask(PROTECT, ["off"]);
  return erased;
}

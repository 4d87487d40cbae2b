import { LINE } from "../audit/audit.js";
import type { DoomedTicket } from "../contacts/index.js";
import { one, statement, type Sql } from "../sql/index.js";
import type { ErasedSubjects } from "./erasures.js";

/** A person in the database: the contact, those that were merged into it, and the keys of their chats. */
export interface ErasedPerson {
  readonly contactId: number;
  readonly contactIds: readonly number[];
  readonly subjects: ErasedSubjects;
  readonly ticketIds: readonly number[];
  readonly keys: readonly string[];
  /** Numbers and ids of the keys that are long enough to mean nobody else. */
  readonly numbers: readonly string[];
}

/** A file that went with a person, to be removed from the store. */
export interface ErasedFile {
  readonly id: string;
  readonly path: string;
  readonly sha256: string;
}

const ownRows = statement<{ id: number; createdAt: Date }>(
  "erasure_rows",
  `SELECT id, created_at AS "createdAt" FROM contact WHERE id = $1
   UNION ALL SELECT (gone->>'id')::int, (gone->>'created_at')::timestamptz FROM contact_merge WHERE kept_id = $1`,
);
const groupTickets = statement<{ id: number }>(
  "erasure_groups",
  `SELECT DISTINCT m.ticket_id AS id FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE m.contact_id = $1 AND t.contact_id <> $1`,
);
const lockTickets = statement<DoomedTicket>(
  "erasure_lock",
  `SELECT id, status, is_group AS "isGroup", queue_id AS "queueId", user_id AS "userId", guest_ids AS "guestIds", version FROM ticket WHERE id = ANY($1::int[]) ORDER BY id FOR UPDATE`,
);

// What the person said: in the own conversations, and in groups.
const SAID = `said AS MATERIALIZED (SELECT m.id, m.external_id, m.inbound_event_id, m.file_id, m.ticket_id FROM message m WHERE m.ticket_id = ANY($2)
     UNION SELECT m.id, m.external_id, m.inbound_event_id, m.file_id, m.ticket_id FROM message m WHERE m.contact_id = $1)`;
const takeFiles = statement<ErasedFile>(
  "erasure_files",
  `WITH ${SAID}, doomed AS (
     SELECT file_id AS id FROM said WHERE file_id IS NOT NULL
     UNION SELECT f.id FROM file f JOIN said ON f.owner_kind = 'message' AND f.owner_id = said.id
     UNION SELECT picture_file_id FROM contact WHERE id = $1 AND picture_file_id IS NOT NULL)
   UPDATE file f SET owner_kind = 'incoming', owner_id = NULL, original_name = 'file' FROM doomed d
   WHERE f.id = d.id AND f.owner_kind IN ('message', 'contact', 'incoming') RETURNING f.id, f.path, f.sha256`,
);
// Before the messages go, by whose ids these are found.
const eraseTraces = statement<{ events: number; pushes: number }>(
  "erasure_traces",
  `WITH ${SAID}, events AS (
     DELETE FROM inbound_event e WHERE (substr(e.lane, position(':' IN e.lane) + 1) = ANY($3) OR e.id IN (SELECT inbound_event_id FROM said)) AND e.state <> 0 RETURNING 1),
   pushes AS (DELETE FROM push_delivery WHERE kind IS NOT NULL AND object_id IN (SELECT id FROM said) RETURNING 1),
   copies AS (DELETE FROM session_key WHERE type = 'sent' AND key_id IN (SELECT external_id FROM said)),
   lanes AS (DELETE FROM inbound_lane l WHERE substr(l.lane, position(':' IN l.lane) + 1) = ANY($3)
     AND NOT EXISTS (SELECT FROM inbound_event e WHERE e.lane = l.lane AND e.state = 0)),
   conflicts AS (DELETE FROM inbound_conflict WHERE EXISTS (SELECT FROM unnest($4::text[]) AS own WHERE position(own IN dedupe_key) > 0)),
   gaps AS (DELETE FROM connection_gap_question WHERE chat = ANY($3)),
   chores AS (DELETE FROM gateway_chore WHERE EXISTS (SELECT FROM unnest($4::text[]) AS own WHERE position(own IN subject || input::text) > 0)),
   calls AS (DELETE FROM gateway_call WHERE EXISTS (
     SELECT FROM unnest($4::text[]) AS own WHERE position(own IN input::text || coalesce(answer::text, '') || coalesce(error, '')) > 0)),
   receipts AS (DELETE FROM message_receipt WHERE reader = ANY($3)),
   told AS (DELETE FROM hook_delivery WHERE ticket_id = ANY($2) OR ticket_id IN (SELECT ticket_id FROM said)
     OR lane IN (SELECT 'c' || id FROM unnest($5::int[]) AS id UNION ALL SELECT 'p' || id FROM protocol WHERE ticket_id = ANY($2))),
   sources AS (UPDATE moving_source SET name = 'chat:erased:' || id
     WHERE name LIKE 'chat:%' AND EXISTS (SELECT FROM unnest($4::text[]) AS own WHERE position(own IN name) > 0))
   SELECT (SELECT count(*)::int FROM events) AS events, (SELECT count(*)::int FROM pushes) AS pushes`,
);
const erasePerson = statement<{ ratings: number; recipients: number; schedules: number; protocols: string[]; groupMessages: number }>(
  "erasure_person",
  `WITH ratings AS (UPDATE rating SET contact_id = NULL, contact_name = NULL WHERE ticket_id = ANY($2) OR contact_id = ANY($3) RETURNING 1),
   recipients AS (UPDATE send_recipient SET name = '—', destination = NULL, reason = NULL, parts = NULL WHERE contact_id = ANY($3) RETURNING 1),
   schedules AS (UPDATE schedule SET contact_ids = array_remove(contact_ids, $1) WHERE $1 = ANY(contact_ids) RETURNING 1),
   merges AS (DELETE FROM contact_merge WHERE (gone->>'id')::int = ANY($3)),
   protocols AS (DELETE FROM protocol WHERE ticket_id = ANY($2) RETURNING number),
   spoken AS (DELETE FROM message WHERE contact_id = $1 AND NOT ticket_id = ANY($2) RETURNING ticket_id),
   previews AS (UPDATE ticket t SET version = version + 1, last_message = '', last_message_media = NULL, last_message_state = NULL
     WHERE t.id IN (SELECT ticket_id FROM spoken)),
   reactions AS (UPDATE message SET reactions = reactions - $4::text[]
     WHERE reactions ?| $4::text[] AND NOT ticket_id = ANY($2) AND contact_id IS DISTINCT FROM $1)
   SELECT (SELECT count(*)::int FROM ratings) AS ratings, (SELECT count(*)::int FROM recipients) AS recipients,
     (SELECT count(*)::int FROM schedules) AS schedules, (SELECT coalesce(array_agg(number ORDER BY number), '{}') FROM protocols) AS protocols,
     (SELECT count(*)::int FROM spoken) AS "groupMessages"`,
);
// Copies of the person's words in replies of others, in groups. A statement of its own: one cannot change a row twice.
const eraseQuotes = statement(
  "erasure_quotes",
  `UPDATE message SET details = details - 'quoted' WHERE details ? 'quoted' AND (details #>> '{quoted,contact,id}')::int = ANY($1::int[])`,
);
const countKeys = statement<{ n: number }>(
  "erasure_keys",
  `SELECT count(*)::int AS n FROM session_key WHERE EXISTS (SELECT FROM unnest($1::text[]) AS own WHERE position(own IN key_id) > 0)`,
);
const arriving = statement(
  "erasure_arriving",
  `DELETE FROM inbound_event WHERE state = 0 AND substr(lane, position(':' IN lane) + 1) = ANY($1)`,
);
const deleteFiles = statement("erasure_delete_files", `DELETE FROM file WHERE id = ANY($1::uuid[]) AND owner_kind = 'incoming'`);

/** The contact and those that were merged into it. */
export const listPersonRows = async (tx: Sql, contactId: number): Promise<ErasedSubjects> =>
  (await tx.run(ownRows, [contactId])).map(({ id, createdAt }) => [id, createdAt.toISOString()]);

/** Deletes what the person wrote and nobody has applied: after a restore it would make them anew. */
export async function deleteArriving(tx: Sql, { keys }: ErasedPerson): Promise<void> {
  await tx.run(arriving, [keys]);
}

/** Locks the groups in which the person wrote, in the order of their ids, and returns them. */
export async function lockGroupsOf(tx: Sql, contactId: number): Promise<DoomedTicket[]> {
  const ids = (await tx.run(groupTickets, [contactId])).map(({ id }) => id);
  return tx.run(lockTickets, [ids]);
}

/** Takes the person's files from their owners; their bytes are removed after the commit. */
export const takePersonFiles = (tx: Sql, { contactId, ticketIds }: ErasedPerson): Promise<ErasedFile[]> =>
  tx.run(takeFiles, [contactId, ticketIds]);

/** Deletes what gateways reported or were asked about the person, what was on its way because of it, and what webhooks told of it. */
export const eraseJournal = (tx: Sql, { contactId, contactIds, ticketIds, keys, numbers }: ErasedPerson) =>
  one(tx.run(eraseTraces, [contactId, ticketIds, keys, numbers, contactIds]));

/** Deletes the person from what outlives a contact: ratings, proofs of sends, schedules, merges, protocols, groups, quotes. */
export async function eraseRecords(tx: Sql, { contactId, ticketIds, contactIds, keys }: ErasedPerson) {
  await tx.run(eraseQuotes, [contactIds]);
  return one(tx.run(erasePerson, [contactId, ticketIds, contactIds, keys]));
}

/** How many sealed keys of phone sessions name the person. */
export const countPersonKeys = async (tx: Sql, numbers: readonly string[]): Promise<number> => (await one(tx.run(countKeys, [numbers]))).n;

/** Deletes the rows of files whose bytes are gone. */
export async function deleteErasedFiles(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.run(deleteFiles, [ids]);
}

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

import type { TicketFacts } from "@balcao/domain/tickets";
import { first, one, statement, type Sql } from "../sql/index.js";

/** The owner of a file. An `incoming` file came with a delivery whose message is not stored yet, or lost its owner; one of a `template` belongs to the user who uploaded it, until something is sent with it. */
type FileOwner =
  "message" | "contact" | "user" | "quickAnswer" | "chatMessage" | "report" | "company" | "schedule" | "template" | "incoming";

/** A file in the store without an owner. Size in bytes, width and height in pixels. */
export interface FileDraft {
  readonly id: string;
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  readonly mime: string;
  readonly extension: string;
  readonly originalName: string;
  readonly inlineAllowed: boolean;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
  /** How many colours each dot of a JPEG or PNG has; null for other files and where that is not known. */
  readonly channels?: number | null;
  /** How many bits each colour of a JPEG or PNG has. */
  readonly depth?: number | null;
  /** Whether a webp moves. */
  readonly moves?: boolean | null;
  /** How a film or a sound is written, as browsers are asked about it; null where every one plays it. */
  readonly codec?: string | null;
  /** Dangerous: only administrators get it, by a call of its own (D-360). */
  readonly quarantined?: boolean;
}

/** A stored file with its owner. */
export interface FileRow extends FileDraft {
  readonly quarantined: boolean;
  readonly ownerKind: FileOwner;
  readonly ownerId: number | null;
}

const COLUMNS = `id, path, sha256, size, mime, extension, original_name AS "originalName", inline_allowed AS "inlineAllowed", width, height, seconds, channels, depth, moves, codec, quarantined, owner_kind AS "ownerKind", owner_id AS "ownerId"`;

const insertRow = statement(
  "file_insert",
  `INSERT INTO file (id, path, sha256, size, mime, extension, original_name, inline_allowed, width, height, seconds, owner_kind, owner_id, channels, quarantined, codec, depth, moves)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
);
const ownRow = statement("file_own", `UPDATE file SET owner_kind = $2, owner_id = $3 WHERE id = $1 AND owner_id IS NULL`);
const disownRow = statement("file_disown", `UPDATE file SET owner_kind = 'incoming', owner_id = NULL WHERE id = $1`);
const claimRow = statement<FileRow>(
  "file_claim",
  `UPDATE file SET owner_kind = $2, owner_id = $3, original_name = COALESCE($4, 'file' || CASE WHEN extension = '' THEN '' ELSE '.' || extension END),
     quarantined = quarantined OR $5, inline_allowed = inline_allowed AND NOT $5
   WHERE id = $1 AND owner_kind = 'incoming' RETURNING ${COLUMNS}`,
);
const claimOfTemplates = statement<{ id: string }>(
  "file_claim_template",
  `UPDATE file SET owner_kind = $2, owner_id = $3 WHERE id = ANY($1::uuid[]) AND (owner_kind = 'template' OR owner_kind = $2 AND owner_id IS NOT DISTINCT FROM $3)
   RETURNING id`,
);
const readRow = statement<FileRow>("file_read", `SELECT ${COLUMNS} FROM file WHERE id = $1`);
const readOwnTicket = statement<TicketFacts>(
  "file_ticket",
  `SELECT t.status, t.is_group AS "isGroup", t.queue_id AS "queueId", t.user_id AS "userId", t.guest_ids AS "guestIds"
   FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE m.id = $1`,
);
const readRows = statement<FileRow>("file_rows", `SELECT ${COLUMNS} FROM file WHERE id = ANY($1::uuid[])`);
const replaceRow = statement(
  "file_replace",
  `UPDATE file SET path = $2, sha256 = $3, size = $4, mime = $5, extension = $6, original_name = $7, inline_allowed = $8, width = $9, height = $10, seconds = $11, channels = $12, codec = $13, depth = $14, moves = $15 WHERE id = $1`,
);
const deleteOne = statement("file_delete_unowned", `DELETE FROM file WHERE id = $1 AND owner_kind = 'incoming'`);
const deleteUnowned = statement<{ path: string }>(
  "file_unowned",
  `DELETE FROM file WHERE id IN (SELECT id FROM file WHERE owner_kind IN ('incoming', 'template') AND created_at < now() - $1 * interval '1 hour' LIMIT 200) RETURNING path`,
);

const countRows = statement<{ files: number; bytes: number }>(
  "file_count",
  `SELECT count(*) AS files, coalesce(sum(size), 0)::bigint AS bytes FROM file`,
);
const knownPaths = statement<{ path: string }>("file_known", `SELECT path FROM file WHERE path = ANY($1)`);
const pathsAfter = statement<{ path: string }>("file_paths", `SELECT path FROM file WHERE path > $1 ORDER BY path LIMIT 1000`);

/** How many files have a row, and their bytes. */
export const countFiles = (sql: Sql) => one(sql.run(countRows));

/** Which of these stored paths have a row. */
export async function findKnownPaths(sql: Sql, paths: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await sql.run(knownPaths, [paths])).map(({ path }) => path));
}

/** Up to 1,000 stored paths with a row, in order, after one of them. */
export async function listPathsAfter(sql: Sql, after: string): Promise<string[]> {
  return (await sql.run(pathsAfter, [after])).map(({ path }) => path);
}

/** Inserts the row of a file that is in the store already. */
export async function insertFile(tx: Sql, draft: FileDraft, ownerKind: FileOwner, ownerId: number | null): Promise<void> {
  const {
    id,
    path,
    sha256,
    size,
    mime,
    extension,
    originalName,
    inlineAllowed,
    width,
    height,
    seconds,
    channels = null,
    quarantined = false,
    codec = null,
    depth = null,
    moves = null,
  } = draft;
  await tx.run(insertRow, [
    id,
    path,
    sha256,
    size,
    mime,
    extension,
    originalName,
    inlineAllowed,
    width,
    height,
    seconds,
    ownerKind,
    ownerId,
    channels,
    quarantined,
    codec,
    depth,
    moves,
  ]);
}

/**
 * Replaces the bytes of a file; its id and address stay. The former bytes become a file without an
 * owner, whose id is returned, so that they are deleted in any case.
 */
export async function replaceFile(tx: Sql, former: FileRow, next: FileDraft): Promise<string> {
  const { path, sha256, size, mime, extension, originalName, inlineAllowed, width, height, seconds } = next;
  const { channels = null, codec = null, depth = null, moves = null } = next;
  const sides = [width, height, seconds, channels, codec, depth, moves];
  await tx.run(replaceRow, [former.id, path, sha256, size, mime, extension, originalName, inlineAllowed, ...sides]);
  await insertFile(tx, { ...former, id: next.id }, "incoming", null);
  return next.id;
}

/** Deletes the row of a file without an owner, whose bytes were removed. */
export async function deleteUnownedFile(sql: Sql, id: string): Promise<void> {
  await sql.run(deleteOne, [id]);
}

/** Assigns a file without an owner to its owner. */
export async function ownFile(tx: Sql, id: string, ownerKind: Exclude<FileOwner, "incoming">, ownerId: number): Promise<void> {
  await tx.run(ownRow, [id, ownerKind, ownerId]);
}

/**
 * Assigns files that were uploaded for templates to what is sent with them. Returns how many are its own now: one that was assigned to
 * something else meanwhile is not.
 */
export async function claimTemplateFiles(
  tx: Sql,
  ids: readonly string[],
  ownerKind: "message" | "schedule",
  ownerId: number | null,
): Promise<number> {
  return ids.length === 0 ? 0 : (await tx.run(claimOfTemplates, [ids, ownerKind, ownerId])).length;
}

/** Removes the owner of a file, which is deleted a day later. */
export async function disownFile(tx: Sql, id: string): Promise<void> {
  await tx.run(disownRow, [id]);
}

/**
 * Assigns an incoming file to its owner, under the name from its message or a general one, and quarantines it
 * where it is dangerous. Returns null when the file was deleted or has an owner.
 */
export function claimFile(
  tx: Sql,
  id: string,
  {
    ownerKind,
    ownerId,
    name,
    isDangerous,
  }: {
    readonly ownerKind: Exclude<FileOwner, "incoming">;
    readonly ownerId: number;
    readonly name: string | null;
    readonly isDangerous: boolean;
  },
): Promise<FileRow | null> {
  return first(tx.run(claimRow, [id, ownerKind, ownerId, name, isDangerous]));
}

export function getFile(sql: Sql, id: string): Promise<FileRow | null> {
  return first(sql.run(readRow, [id]));
}

/** These files that exist, in any order. */
export const listFiles = (sql: Sql, ids: readonly string[]): Promise<FileRow[]> => sql.run(readRows, [ids]);

/** Returns the facts of the ticket of a message's file; null when the message was deleted. */
export function getMessageTicketFacts(sql: Sql, messageId: number) {
  return first(sql.run(readOwnTicket, [messageId]));
}

/**
 * Deletes up to 200 rows of files without an owner that are older than `olderThanHours`. Returns
 * their paths, to be removed from the store.
 */
export async function deleteUnownedFiles(sql: Sql, olderThanHours: number): Promise<string[]> {
  return (await sql.run(deleteUnowned, [olderThanHours])).map(({ path }) => path);
}

import type { TicketFacts } from "@balcao/domain/tickets";
import { first, statement, type Sql } from "../sql/index.js";

/** What a file belongs to; `incoming` was taken from a delivery whose message is not stored yet. */
export type FileOwner = "message" | "contact" | "user" | "incoming";

/** A file in the store, before anybody owns it; bytes, pixels, seconds. */
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
}

/** A stored file as its row keeps it. */
export interface FileRow extends FileDraft {
  readonly ownerKind: FileOwner;
  readonly ownerId: number | null;
}

const COLUMNS = `id, path, sha256, size, mime, extension, original_name AS "originalName", inline_allowed AS "inlineAllowed", width, height, seconds, owner_kind AS "ownerKind", owner_id AS "ownerId"`;

const insertRow = statement(
  "file_insert",
  `INSERT INTO file (id, path, sha256, size, mime, extension, original_name, inline_allowed, width, height, seconds, owner_kind, owner_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
);
const ownRow = statement("file_own", `UPDATE file SET owner_kind = $2, owner_id = $3 WHERE id = $1 AND owner_id IS NULL`);
// An event that is applied once more finds the file that it took the first time.
const claimRow = statement<FileRow>(
  "file_claim",
  `UPDATE file SET owner_kind = $2, owner_id = $3, original_name = COALESCE($4, 'file' || CASE WHEN extension = '' THEN '' ELSE '.' || extension END)
   WHERE id = $1 AND (owner_kind = 'incoming' OR (owner_kind = $2 AND owner_id = $3)) RETURNING ${COLUMNS}`,
);
const readRow = statement<FileRow>("file_read", `SELECT ${COLUMNS} FROM file WHERE id = $1`);
const readOwnTicket = statement<TicketFacts>(
  "file_ticket",
  `SELECT t.status, t.is_group AS "isGroup", t.queue_id AS "queueId", t.user_id AS "userId"
   FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE m.id = $1`,
);
const replaceRow = statement(
  "file_replace",
  `UPDATE file SET path = $2, sha256 = $3, size = $4, mime = $5, extension = $6, original_name = $7, inline_allowed = $8, width = $9, height = $10, seconds = $11 WHERE id = $1`,
);
const deleteOne = statement("file_delete_unowned", `DELETE FROM file WHERE id = $1 AND owner_kind = 'incoming'`);
const deleteUnowned = statement<{ path: string }>(
  "file_unowned",
  `DELETE FROM file WHERE id IN (SELECT id FROM file WHERE owner_kind = 'incoming' AND created_at < now() - $1 * interval '1 hour' LIMIT 200) RETURNING path`,
);

/** Writes the row of a file that lies in the store already. */
export async function insertFile(tx: Sql, draft: FileDraft, ownerKind: FileOwner, ownerId: number | null): Promise<void> {
  const { id, path, sha256, size, mime, extension, originalName, inlineAllowed, width, height, seconds } = draft;
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
  ]);
}

/**
 * Puts other bytes behind a file: its id, and so its address, stay. The former bytes become a file of nobody's, whose id is answered, so that
 * they are deleted whatever happens next.
 */
export async function replaceFile(tx: Sql, former: FileRow, next: FileDraft): Promise<string> {
  const { path, sha256, size, mime, extension, originalName, inlineAllowed, width, height, seconds } = next;
  await tx.run(replaceRow, [former.id, path, sha256, size, mime, extension, originalName, inlineAllowed, width, height, seconds]);
  await insertFile(tx, { ...former, id: next.id }, "incoming", null);
  return next.id;
}

/** Deletes the row of a file that is nobody's and whose bytes are gone. */
export async function deleteUnownedFile(sql: Sql, id: string): Promise<void> {
  await sql.run(deleteOne, [id]);
}

/** Gives a file that belongs to nobody yet to its owner. */
export async function ownFile(tx: Sql, id: string, ownerKind: Exclude<FileOwner, "incoming">, ownerId: number): Promise<void> {
  await tx.run(ownRow, [id, ownerKind, ownerId]);
}

/**
 * Gives an incoming file to its owner, under the name that came with the message; one without a name is called by what it is. Null when the
 * file is gone or another one's.
 */
export function claimFile(
  tx: Sql,
  id: string,
  ownerKind: Exclude<FileOwner, "incoming">,
  ownerId: number,
  name: string | null,
): Promise<FileRow | null> {
  return first(tx.run(claimRow, [id, ownerKind, ownerId, name]));
}

export function getFile(sql: Sql, id: string): Promise<FileRow | null> {
  return first(sql.run(readRow, [id]));
}

/** The facts of the ticket that a message's file hangs on; null when the message is gone. */
export function getMessageTicketFacts(sql: Sql, messageId: number) {
  return first(sql.run(readOwnTicket, [messageId]));
}

/** Deletes up to 200 rows of files that no message took within the hours; answers the paths, which may now be removed from the store. */
export async function deleteUnownedFiles(sql: Sql, olderThanHours: number): Promise<string[]> {
  return (await sql.run(deleteUnowned, [olderThanHours])).map(({ path }) => path);
}

import { first, statement, type Sql } from "../sql/index.js";

/**
 * `prepareVoice` converts a voice note of ours before it is handed over, `convertFile` another file
 * that its network does not show as it is; `measureVoice` computes length and peaks of a received one.
 */
type MediaJobKind = "prepareVoice" | "convertFile" | "measureVoice";

export interface MediaJob {
  readonly messageId: number;
  readonly kind: MediaJobKind;
  readonly attempts: number;
}

/** The file of a job. */
export interface MediaSource {
  readonly ticketId: number;
  readonly connectionId: number | null;
  readonly fileId: string;
  readonly media: Readonly<Record<string, unknown>> | null;
}

const insertRow = statement(
  "media_job_insert",
  `INSERT INTO media_job (message_id, kind) VALUES ($1, $2) ON CONFLICT (message_id) DO UPDATE SET kind = excluded.kind, ready_at = now(), attempts = 0`,
  { wakes: ["outbox"] },
);
// What is to be sent comes first, because somebody waits for it.
const takeRows = statement<MediaJob>(
  "media_job_take",
  `UPDATE media_job SET ready_at = clock_timestamp() + interval '3 minutes', attempts = attempts + 1
   WHERE message_id IN (SELECT message_id FROM media_job WHERE ready_at <= statement_timestamp() ORDER BY kind = 'measureVoice', ready_at LIMIT $1 FOR UPDATE SKIP LOCKED)
   RETURNING message_id AS "messageId", kind, attempts`,
);
const delayRow = statement(
  "media_job_delay",
  `UPDATE media_job SET ready_at = clock_timestamp() + $2 * interval '1 millisecond' WHERE message_id = $1`,
);
const deleteRow = statement<{ kind: string }>("media_job_done", `DELETE FROM media_job WHERE message_id = $1 RETURNING kind`, {
  wakes: ["outbox"],
});
const readSource = statement<MediaSource>(
  "media_job_source",
  `SELECT ticket_id AS "ticketId", connection_id AS "connectionId", file_id AS "fileId", media FROM message WHERE id = $1 AND file_id IS NOT NULL`,
);
const setType = statement("media_job_type", `UPDATE message SET type = $2 WHERE id = $1`);
const mergeFacts = statement<{ ticketId: number }>(
  "media_job_facts",
  `UPDATE message SET media = coalesce(media, '{}'::jsonb) || $2::jsonb WHERE id = $1 RETURNING ticket_id AS "ticketId"`,
);

/** Inserts a job for a message's file, in the transaction of the message. */
export async function insertMediaJob(tx: Sql, messageId: number, kind: MediaJobKind): Promise<void> {
  await tx.run(insertRow, [messageId, kind]);
}

/**
 * Takes due jobs, those of messages to be sent first. A job whose process ends is due again after three
 * minutes.
 */
export const takeMediaJobs = (sql: Sql, limit: number): Promise<MediaJob[]> => sql.run(takeRows, [limit]);

export async function delayMediaJob(sql: Sql, messageId: number, delayMs: number): Promise<void> {
  await sql.run(delayRow, [messageId, delayMs]);
}

/**
 * Deletes a finished job; false when another process has finished it already: then discard our
 * result.
 */
export async function deleteMediaJob(tx: Sql, messageId: number): Promise<boolean> {
  return (await tx.run(deleteRow, [messageId])).length > 0;
}

export const getMediaSource = (sql: Sql, messageId: number): Promise<MediaSource | null> => first(sql.run(readSource, [messageId]));

/** Stores as what a message's file leaves. */
export const setMediaType = (tx: Sql, messageId: number, type: string) => tx.run(setType, [messageId, type]);

/** Adds facts about a message's file; null when the message was deleted. */
export const setMediaFacts = (tx: Sql, messageId: number, facts: Readonly<Record<string, unknown>>) =>
  first(tx.run(mergeFacts, [messageId, JSON.stringify(facts)]));

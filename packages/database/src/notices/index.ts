import type { TargetKind } from "@balcao/domain/targets";
import { statement, type Sql } from "../sql/index.js";

interface MentionedUserRow {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
}

/** What a notice is about. */
type NoticeSubject =
  { readonly messageId: number } | { readonly runId: number } | { readonly scheduleId: number } | { readonly clockId: number };

/** Something of which a person is told; one of the four ids is not null. */
export interface NoticeRow {
  readonly key: string;
  readonly kind: "mention" | "handover" | "failedSend" | "heldSend" | "target";
  readonly messageId: number | null;
  readonly runId: number | null;
  readonly scheduleId: number | null;
  readonly clockId: number | null;
  readonly reason: string | null;
  readonly createdAt: Date;
  /** What the mass send or schedule says. */
  readonly sendText: string | null;
  /** The ticket and the target of a clock. */
  readonly clock: { readonly ticketId: number; readonly kind: TargetKind; readonly dueAt: string } | null;
}

const COLUMNS = `c.key, c.kind, c.message_id AS "messageId", c.run_id AS "runId", c.schedule_id AS "scheduleId", c.clock_id AS "clockId", c.reason, c.created_at AS "createdAt",
  coalesce(r.message, nullif(s.title, ''), s.message) AS "sendText",
  CASE WHEN k.id IS NOT NULL THEN jsonb_build_object('ticketId', k.ticket_id, 'kind', k.kind, 'dueAt', k.due_at) END AS clock`;
const FROM = `comment_mention c LEFT JOIN send_run r ON r.id = c.run_id LEFT JOIN schedule s ON s.id = c.schedule_id LEFT JOIN target_clock k ON k.id = c.clock_id`;

const usersByIds = statement<MentionedUserRow>(
  "mention_users",
  `SELECT id, name, active FROM user_account WHERE id = ANY($1::int[]) AND deleted_at IS NULL ORDER BY id`,
);
const insertRows = statement<{ key: string; userId: number }>(
  "notice_insert",
  `INSERT INTO comment_mention (user_id, kind, message_id, run_id, schedule_id, reason, created_at, clock_id)
   SELECT unnest($1::int[]), $2, $3::bigint, $4::int, $5::int, $6, $7, $8::int
   ON CONFLICT (user_id, key) DO UPDATE SET reason = excluded.reason, created_at = excluded.created_at
   WHERE comment_mention.reason IS DISTINCT FROM excluded.reason RETURNING key, user_id AS "userId"`,
);
const newOnes = statement<NoticeRow>(
  "notice_new",
  `SELECT ${COLUMNS} FROM ${FROM} WHERE c.user_id = $1 AND s.deleted_at IS NULL ORDER BY c.created_at DESC, c.key DESC LIMIT $2`,
);
const byKeys = statement<NoticeRow>("notice_by_keys", `SELECT DISTINCT ON (c.key) ${COLUMNS} FROM ${FROM} WHERE c.key = ANY($1::text[])`);
const told = statement<{ key: string; userId: number }>(
  "notice_people",
  `SELECT key, user_id AS "userId" FROM comment_mention WHERE key = ANY($1::text[])`,
);
const deleteSeen = statement<{ key: string }>(
  "notice_seen",
  `DELETE FROM comment_mention WHERE user_id = $1 AND key = ANY($2::text[]) RETURNING key`,
);
const deleteByKey = statement<{ key: string; userId: number }>(
  "notice_withdraw",
  `DELETE FROM comment_mention WHERE key = ANY($1::text[]) RETURNING key, user_id AS "userId"`,
);
const handoversOf = statement<{ key: string }>(
  "notice_handovers",
  `SELECT DISTINCT c.key FROM comment_mention c JOIN message m ON m.id = c.message_id WHERE c.kind = 'handover' AND m.ticket_id = $1`,
);

/** Returns those of the people who have an account that was not deleted. */
export const getMentionedUsers = (sql: Sql, userIds: readonly number[]): Promise<MentionedUserRow[]> => sql.run(usersByIds, [userIds]);

export interface NewNotice {
  readonly kind: NoticeRow["kind"];
  readonly about: NoticeSubject;
  readonly userIds: readonly number[];
  readonly reason: string | null;
  readonly at: Date;
}

/** Stores that people are told of something; returns who had no notice about it, or one with another reason. */
export function insertNotices(tx: Sql, { kind, about, userIds, reason, at }: NewNotice): Promise<{ key: string; userId: number }[]> {
  const ids = about as Partial<Record<"messageId" | "runId" | "scheduleId" | "clockId", number>>;
  const { messageId = null, runId = null, scheduleId = null, clockId = null } = ids;
  return tx.run(insertRows, [userIds, kind, messageId, runId, scheduleId, reason, at, clockId]);
}

/** Lists the notices of a person, newest first. */
export const listNewNotices = (sql: Sql, userId: number, most: number): Promise<NoticeRow[]> => sql.run(newOnes, [userId, most]);

/** Returns what these notices say, each once for all of its people. */
export const getNotices = (sql: Sql, keys: readonly string[]): Promise<NoticeRow[]> => sql.run(byKeys, [keys]);

/** Lists who has not looked at these notices. */
export const listToldUsers = (sql: Sql, keys: readonly string[]): Promise<{ key: string; userId: number }[]> => sql.run(told, [keys]);

/** Removes notices of one person; returns those that were there. */
export async function deleteSeenNotices(tx: Sql, userId: number, keys: readonly string[]): Promise<string[]> {
  return (await tx.run(deleteSeen, [userId, keys])).map(({ key }) => key);
}

/** Removes notices from everybody; returns who had not looked at them. */
export const deleteNotices = (tx: Sql, keys: readonly string[]): Promise<{ key: string; userId: number }[]> => tx.run(deleteByKey, [keys]);

/** The notices of transfers of a ticket. */
export async function listHandoverKeys(tx: Sql, ticketId: number): Promise<string[]> {
  return (await tx.run(handoversOf, [ticketId])).map(({ key }) => key);
}

import type { ApiReach } from "@balcao/domain/apiTokens";
import type { HookEvent, HookPause } from "@balcao/domain/hooks";
import { first, one, statement, type Sql } from "../sql/index.js";

/** A webhook. Its keys are sealed. */
export interface HookRow {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly address: string;
  readonly events: readonly HookEvent[];
  readonly reach: ApiReach;
  readonly queueIds: readonly number[];
  readonly secretSealed: string;
  readonly oldSecretSealed: string | null;
  readonly createdAt: Date;
  readonly pausedAt: Date | null;
  readonly pauseReason: HookPause | null;
  readonly failingSince: Date | null;
  readonly failures: number;
  readonly restUntil: Date | null;
  readonly sentAt: Date | null;
  /** The token that has made it, with which it ends (D-684); null for one of an administrator. */
  readonly tokenId: string | null;
}

/** An active webhook, and whether its owner may have one at this moment. */
export interface ActiveHookRow extends HookRow {
  readonly ownerStays: boolean;
}

/** What a person chooses of a webhook. */
export type HookFields = Pick<HookRow, "name" | "address" | "events" | "reach" | "queueIds">;

const COLUMNS = `h.id, h.user_id AS "userId", h.name, h.address, h.events, h.reach, h.queue_ids AS "queueIds", h.secret_sealed AS "secretSealed",
  h.old_secret_sealed AS "oldSecretSealed", h.created_at AS "createdAt", h.paused_at AS "pausedAt", h.pause_reason AS "pauseReason",
  h.failing_since AS "failingSince", h.failures, h.rest_until AS "restUntil", h.sent_at AS "sentAt", h.token_id AS "tokenId"`;
const WAKES = { wakes: ["hooks"] } as const;

const listRows = statement<HookRow & { waiting: number; dead: number }>(
  "hook_list",
  `SELECT ${COLUMNS},
     (SELECT count(*)::int FROM (SELECT FROM hook_delivery d WHERE d.hook_id = h.id AND d.state = 'waiting' LIMIT 10000) w) AS waiting,
     (SELECT count(*)::int FROM hook_delivery d WHERE d.hook_id = h.id AND d.state = 'dead') AS dead
   FROM hook h WHERE $1::int IS NULL OR h.id = $1 ORDER BY lower(h.name), h.id`,
);
const OWNER_STAYS = `(EXISTS (SELECT FROM user_account u WHERE u.id = h.user_id AND u.active AND u.deleted_at IS NULL AND u.profile = 'admin')
  AND (h.token_id IS NULL OR EXISTS (SELECT FROM api_token t
    WHERE t.id = h.token_id AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp()))))`;
const activeRows = statement<ActiveHookRow>(
  "hook_active",
  `SELECT ${COLUMNS}, ${OWNER_STAYS} AS "ownerStays" FROM hook h WHERE h.paused_at IS NULL ORDER BY h.id`,
);
const lockRow = statement<HookRow>("hook_lock", `SELECT ${COLUMNS} FROM hook h WHERE h.id = $1 FOR UPDATE`);
const countRows = statement<{ n: number }>("hook_count", "SELECT count(*)::int AS n FROM hook");
const nextId = statement<{ id: number }>("hook_next", "SELECT nextval(pg_get_serial_sequence('hook', 'id'))::int AS id");
const insertRow = statement(
  "hook_insert",
  `INSERT INTO hook (id, user_id, name, address, events, reach, queue_ids, secret_sealed, created_at, token_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  WAKES,
);
const changeRow = statement(
  "hook_change",
  "UPDATE hook SET name = $2, address = $3, events = $4, reach = $5, queue_ids = $6 WHERE id = $1",
  WAKES,
);
const deleteRow = statement("hook_delete", "DELETE FROM hook WHERE id = $1", WAKES);
const pauseRow = statement<{ id: number }>(
  "hook_pause",
  "UPDATE hook SET paused_at = $3, pause_reason = $2 WHERE id = $1 AND paused_at IS NULL RETURNING id",
  WAKES,
);
const resumeRow = statement(
  "hook_resume",
  `UPDATE hook SET paused_at = NULL, pause_reason = NULL, user_id = $2, token_id = NULL, failing_since = NULL, failures = 0, rest_until = NULL WHERE id = $1`,
  WAKES,
);
const keysRow = statement("hook_keys", "UPDATE hook SET secret_sealed = $2, old_secret_sealed = $3 WHERE id = $1", WAKES);
const pauseOrphans = statement<{ id: number }>(
  "hook_pause_orphans",
  `UPDATE hook h SET paused_at = $1, pause_reason = 'owner' WHERE h.paused_at IS NULL AND NOT ${OWNER_STAYS} RETURNING h.id`,
);
const noteSent = statement(
  "hook_sent",
  `UPDATE hook SET sent_at = $2, failing_since = NULL, failures = 0, rest_until = NULL
   WHERE id = ANY($1::int[]) AND (failures > 0 OR failing_since IS NOT NULL OR sent_at IS NULL OR sent_at < $2::timestamptz - interval '5 seconds')`,
);
const noteFailed = statement<{ failingSince: Date }>(
  "hook_failed",
  `UPDATE hook SET failures = failures + 1, failing_since = coalesce(failing_since, $2), rest_until = $3 WHERE id = $1
   RETURNING failing_since AS "failingSince"`,
);
const countStopped = statement<{ n: number }>(
  "hook_count_stopped",
  "SELECT count(*)::int AS n FROM hook WHERE paused_at IS NOT NULL AND pause_reason <> 'person'",
);

/** The webhooks with how many deliveries wait, counted up to 10,000, and were given up; with an id only that one. */
export const listHooks = (sql: Sql, id: number | null = null) => sql.run(listRows, [id]);
export const listActiveHooks = (sql: Sql): Promise<ActiveHookRow[]> => sql.run(activeRows);
export const lockHook = (tx: Sql, id: number): Promise<HookRow | null> => first(tx.run(lockRow, [id]));
export const countHooks = async (sql: Sql): Promise<number> => (await one(sql.run(countRows))).n;
/** Reserves an id, because the sealed key names it. */
export const nextHookId = async (tx: Sql): Promise<number> => (await one(tx.run(nextId))).id;

export async function insertHook(
  tx: Sql,
  row: HookFields & Pick<HookRow, "id" | "userId" | "secretSealed" | "createdAt" | "tokenId">,
): Promise<void> {
  const { id, userId, name, address, events, reach, queueIds, secretSealed, createdAt, tokenId } = row;
  await tx.run(insertRow, [id, userId, name, address, events, reach, queueIds, secretSealed, createdAt, tokenId]);
}

export async function changeHook(tx: Sql, id: number, { name, address, events, reach, queueIds }: HookFields): Promise<void> {
  await tx.run(changeRow, [id, name, address, events, reach, queueIds]);
}

export async function deleteHook(tx: Sql, id: number): Promise<void> {
  await tx.run(deleteRow, [id]);
}

/** Pauses one that is active; false where it rests already. */
export const pauseHook = async (sql: Sql, id: number, reason: HookPause, at: Date): Promise<boolean> =>
  (await sql.run(pauseRow, [id, reason, at])).length > 0;

/** Lets it go on, as its new owner's. */
export async function resumeHook(tx: Sql, id: number, userId: number): Promise<void> {
  await tx.run(resumeRow, [id, userId]);
}

/** Stores its keys; the second one is the earlier one, if it still signs. */
export async function putHookKeys(tx: Sql, id: number, secretSealed: string, oldSecretSealed: string | null): Promise<void> {
  await tx.run(keysRow, [id, secretSealed, oldSecretSealed]);
}

/** Pauses those whose owner may have none any more. Returns their ids. */
export const pauseOrphanedHooks = async (sql: Sql, at: Date): Promise<number[]> => (await sql.run(pauseOrphans, [at])).map(({ id }) => id);

/** Notes that receivers took something, at most every five seconds unless they failed before. */
export async function noteHooksSent(sql: Sql, ids: readonly number[], at: Date): Promise<void> {
  await sql.run(noteSent, [ids, at]);
}

/** Notes a failure, and until when the receiver is left alone. Returns since when it fails; null for one that is gone. */
export const noteHookFailed = async (sql: Sql, id: number, at: Date, restUntil: Date | null): Promise<Date | null> =>
  (await first(sql.run(noteFailed, [id, at, restUntil])))?.failingSince ?? null;

/** How many rest without anybody having said so. */
export const countStoppedHooks = async (sql: Sql): Promise<number> => (await one(sql.run(countStopped))).n;

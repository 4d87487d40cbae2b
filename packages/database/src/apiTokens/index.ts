import type { ApiScope } from "@balcao/domain/apiTokens";
import { first, statement, type Sql } from "../sql/index.js";

/** A token of a program. Only a hash of its secret is stored. */
export interface ApiTokenRow extends ApiScope {
  readonly id: string;
  readonly userId: number;
  readonly installation: boolean;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly addresses: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly usedAt: Date | null;
  readonly usedFrom: string | null;
  readonly revokedAt: Date | null;
  /** Whether the external panel got it. */
  readonly panel: boolean;
}

type NewApiToken = Omit<ApiTokenRow, "usedAt" | "usedFrom" | "revokedAt">;

const COLUMNS = `id, user_id AS "userId", installation, name, secret_hash AS "secretHash", areas, reach, queue_ids AS "queueIds", addresses,
  created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt", used_from AS "usedFrom", revoked_at AS "revokedAt", panel`;

const readRow = statement<ApiTokenRow>("api_token_read", `SELECT ${COLUMNS} FROM api_token WHERE id = $1`);
const listRows = statement<ApiTokenRow>(
  "api_token_list",
  `SELECT ${COLUMNS} FROM api_token WHERE ($1::int IS NULL OR user_id = $1) AND revoked_at IS NULL AND NOT panel ORDER BY created_at DESC, id`,
);
const countRows = statement<{ n: number }>(
  "api_token_count",
  "SELECT count(*)::int AS n FROM api_token WHERE user_id = $1 AND revoked_at IS NULL AND NOT panel",
);
const insertRow = statement(
  "api_token_insert",
  `INSERT INTO api_token (id, user_id, installation, name, secret_hash, areas, reach, queue_ids, addresses, created_at, expires_at, panel)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);
// The audit names a token by its row.
const dropOldPanels = statement(
  "api_token_panels_drop",
  "DELETE FROM api_token WHERE user_id = $1 AND panel AND expires_at < $2::timestamptz - interval '30 days'",
);
const markRow = statement(
  "api_token_used",
  `UPDATE api_token SET used_at = $2, used_from = $3 WHERE id = $1 AND (used_at IS NULL OR used_at < $2::timestamptz - interval '1 minute')`,
);
const revokeRow = statement<{ userId: number }>(
  "api_token_revoke",
  `UPDATE api_token SET revoked_at = $3 WHERE id = $1 AND ($2::int IS NULL OR user_id = $2) AND revoked_at IS NULL RETURNING user_id AS "userId"`,
  { wakes: ["rights"] },
);

export function getApiToken(sql: Sql, id: string): Promise<ApiTokenRow | null> {
  return first(sql.run(readRow, [id]));
}

/** The tokens that were not revoked, the newest first: of one person, or with null everybody's. */
export function listApiTokens(sql: Sql, userId: number | null): Promise<ApiTokenRow[]> {
  return sql.run(listRows, [userId]);
}

/** How many a person has. */
export async function countApiTokens(tx: Sql, userId: number): Promise<number> {
  return (await first(tx.run(countRows, [userId])))?.n ?? 0;
}

export async function insertApiToken(tx: Sql, row: NewApiToken): Promise<void> {
  const { id, userId, installation, name, secretHash, areas, reach, queueIds, addresses, createdAt, expiresAt, panel } = row;
  await tx.run(insertRow, [
    id,
    userId,
    installation,
    name,
    secretHash,
    JSON.stringify(areas),
    reach,
    queueIds,
    addresses,
    createdAt,
    expiresAt,
    panel,
  ]);
}

/** Deletes what a person's panel got more than a month ago. */
export async function dropOldPanelTokens(tx: Sql, userId: number, now: Date): Promise<void> {
  await tx.run(dropOldPanels, [userId, now]);
}

/** Notes a use, at most once a minute. */
export async function markApiTokenUsed(sql: Sql, id: string, at: Date, from: string | null): Promise<void> {
  await sql.run(markRow, [id, at, from]);
}

/** Ends a token of a person, or with null anybody's; every process refuses it at once. Returns whose it was; null without such a token. */
export async function revokeApiToken(tx: Sql, id: string, userId: number | null, at: Date): Promise<number | null> {
  return (await first(tx.run(revokeRow, [id, userId, at])))?.userId ?? null;
}

import { first, one, statement, type Sql } from "../sql/index.js";

/**
 * Every column whose values are sealed with the installation's key, with the columns that name its row: the first one is a number, by
 * which a walk goes on. Copies of session keys, which hold many values, are listed by themselves.
 */
const PLACES = {
  account: { table: "connection", column: "account_sealed", keys: ["id"] },
  webhookKey: { table: "connection", column: "webhook_key_sealed", keys: ["id"] },
  sessionKey: { table: "session_key", column: "sealed", keys: ["connection_id", "type", "key_id"] },
  messageSecret: { table: "inbound_event", column: "secret_sealed", keys: ["id", "connection_id", "dedupe_key"] },
  unreadContent: { table: "unread_content", column: "payload_sealed", keys: ["message_id"] },
  pushEndpoint: { table: "push_subscription", column: "endpoint_sealed", keys: ["id", "endpoint_hash"] },
  pushAuth: { table: "push_subscription", column: "auth_sealed", keys: ["id", "endpoint_hash"] },
  hookKey: { table: "hook", column: "secret_sealed", keys: ["id"] },
  oldHookKey: { table: "hook", column: "old_secret_sealed", keys: ["id"] },
  hookBody: { table: "hook_delivery", column: "body_sealed", keys: ["id"] },
  secondFactor: { table: "second_factor", column: "secret", keys: ["user_id"] },
  pendingFactor: { table: "second_factor", column: "pending", keys: ["user_id"] },
} as const;

export type SealedPlace = keyof typeof PLACES;
export const SEALED_PLACES = Object.keys(PLACES) as SealedPlace[];

/** A sealed value and what names its row, as texts. */
export interface SealedRow {
  readonly key: readonly string[];
  readonly sealed: string;
}

const sealedWith = (column: string, keyIds: string): string => `split_part(${column}, '.', 1) = ANY(${keyIds}::text[])`;

const reads = Object.fromEntries(
  Object.entries(PLACES).map(([place, { table, column, keys }]) => [
    place,
    statement<SealedRow>(
      `sealed_${place}`,
      `SELECT ARRAY[${keys.map((key) => `${key}::text`).join(", ")}] AS key, ${column} AS sealed FROM ${table}
       WHERE ${keys[0]} >= $2 AND ${sealedWith(column, "$1")} ORDER BY ${keys[0]} LIMIT $3`,
    ),
  ]),
) as Record<SealedPlace, ReturnType<typeof statement<SealedRow>>>;

const counts = Object.values(PLACES).map(({ table, column }) => `(SELECT count(*) FROM ${table} WHERE ${sealedWith(column, "$1")})`);
const countAll = statement<{ n: number }>(
  "sealed_count",
  `SELECT (${[...counts, "(SELECT count(*) FROM session_key_copy WHERE seal = ANY($1::text[]))"].join(" + ")})::int AS n`,
);

// A value that was written anew meanwhile is left alone: it is newer than what was read.
const writes = Object.fromEntries(
  Object.entries(PLACES).map(([place, { table, column, keys }]) => [
    place,
    statement<{ one: number }>(
      `reseal_${place}`,
      `UPDATE ${table} t SET ${column} = r."to" FROM jsonb_to_recordset($1::jsonb) AS r(key text[], "from" text, "to" text)
       WHERE ${keys.map((key, at) => `t.${key} = r.key[${at + 1}]::${typeOf(key)}`).join(" AND ")} AND t.${column} = r."from" RETURNING 1 AS one`,
    ),
  ]),
) as Record<SealedPlace, ReturnType<typeof statement<{ one: number }>>>;

function typeOf(key: string): string {
  if (key === "endpoint_hash") return "bytea";
  return key === "type" || key.endsWith("_key") || key === "key_id" ? "text" : "bigint";
}

interface KeyCopyContent {
  readonly id: number;
  readonly connectionId: number;
  readonly seal: string;
  /** Type, id and sealed value of each key. */
  readonly keys: readonly (readonly [string, string, string])[];
}

const readCopies = statement<KeyCopyContent>(
  "sealed_copies",
  `SELECT id, connection_id AS "connectionId", seal, keys FROM session_key_copy WHERE id > $2 AND seal = ANY($1::text[]) ORDER BY id LIMIT 1`,
);
const writeCopy = statement<{ id: number }>(
  "reseal_copy",
  "UPDATE session_key_copy SET seal = $3, keys = $4::jsonb WHERE id = $1 AND seal = $2 RETURNING id",
);

/** Lists up to `most` values of a place that one of these keys has sealed, from the row with the number `from` on. */
export const listSealedWith = (sql: Sql, place: SealedPlace, keyIds: readonly string[], { from, most }: { from: number; most: number }) =>
  sql.run(reads[place], [keyIds, from, most]);

/** Puts other seals in place of those that were read; returns how many were still there. */
export async function replaceSealed(
  sql: Sql,
  place: SealedPlace,
  changes: readonly { readonly key: readonly string[]; readonly from: string; readonly to: string }[],
): Promise<number> {
  return (await sql.run(writes[place], [JSON.stringify(changes)])).length;
}

/** Returns the next copy of session keys after `after` that one of these keys has sealed, or null. */
export const listKeyCopiesSealedWith = (sql: Sql, keyIds: readonly string[], after: number): Promise<KeyCopyContent | null> =>
  first(sql.run(readCopies, [keyIds, after]));

/** Replaces a copy's seals by those of `seal`, unless somebody else has. */
export const replaceSealedCopy = async (sql: Sql, { id, seal: from }: KeyCopyContent, seal: string, keys: KeyCopyContent["keys"]) =>
  (await sql.run(writeCopy, [id, from, seal, JSON.stringify(keys)])).length;

/** Counts the values, and the copies of keys, that one of these keys has sealed. */
export const countSealedWith = async (sql: Sql, keyIds: readonly string[]): Promise<number> =>
  keyIds.length === 0 ? 0 : (await one(sql.run(countAll, [keyIds]))).n;

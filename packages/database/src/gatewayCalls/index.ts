import type { ConnectorApi } from "@balcao/domain/connections";
import { first, statement, type Sql } from "../sql/index.js";

export interface GatewayCallRow {
  readonly id: string;
  /** Null for a question about an account that has no connection yet. */
  readonly connectionId: number | null;
  /** The connector that is asked without a connection. */
  readonly api: ConnectorApi | null;
  readonly kind: string;
  readonly input: unknown;
}

const insertRow = statement(
  "call_insert",
  `INSERT INTO gateway_call (id, connection_id, api, kind, input, user_id, expires_at) VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 millisecond')`,
  { wakes: ["gateway"] },
);
// Who asks may have been deactivated while the question waited; the product's own questions have nobody.
const IS_ASKED = `(user_id IS NULL OR EXISTS (SELECT FROM user_account u WHERE u.id = gateway_call.user_id AND u.active AND u.deleted_at IS NULL))`;
const takeRow = statement<GatewayCallRow>(
  "call_take",
  `UPDATE gateway_call SET state = 'claimed'
   WHERE id = (SELECT id FROM gateway_call WHERE state = 'waiting' AND expires_at > clock_timestamp() AND ${IS_ASKED} AND (connection_id = ANY($1::int[]) OR api = ANY($2::text[])) ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING id, connection_id AS "connectionId", api, kind, input`,
);
const answerRow = statement("call_answer", `UPDATE gateway_call SET state = 'answered', answer = $2 WHERE id = $1 AND state = 'claimed'`, {
  wakes: ["gatewayAnswers"],
});
const refuseRow = statement("call_refuse", `UPDATE gateway_call SET state = 'refused', error = $2 WHERE id = $1 AND state = 'claimed'`, {
  wakes: ["gatewayAnswers"],
});
const readRow = statement<{ state: string; answer: unknown; error: string | null }>(
  "call_read",
  `SELECT state, answer, error FROM gateway_call WHERE id = $1`,
);
const expireRow = statement("call_expire", `DELETE FROM gateway_call WHERE id = $1 OR expires_at < clock_timestamp() - interval '1 hour'`);

export async function insertGatewayCall(
  sql: Sql,
  call: GatewayCallRow & { readonly userId: number | null; readonly timeoutMs: number },
): Promise<void> {
  await sql.run(insertRow, [call.id, call.connectionId, call.api, call.kind, JSON.stringify(call.input), call.userId, call.timeoutMs]);
}

/** Takes a waiting question of an active person about one of these connections, or to one of these connectors. */
export const takeGatewayCall = (sql: Sql, connectionIds: readonly number[], apis: readonly ConnectorApi[]) =>
  first(sql.run(takeRow, [connectionIds, apis]));

export async function answerGatewayCall(sql: Sql, id: string, answer: unknown): Promise<void> {
  await sql.run(answerRow, [id, JSON.stringify(answer)]);
}

export async function refuseGatewayCall(sql: Sql, id: string, reason: string): Promise<void> {
  await sql.run(refuseRow, [id, reason]);
}

export const readGatewayCall = (sql: Sql, id: string) => first(sql.run(readRow, [id]));

/** Deletes a question, and all that expired more than an hour ago. */
export async function deleteGatewayCall(sql: Sql, id: string): Promise<void> {
  await sql.run(expireRow, [id]);
}

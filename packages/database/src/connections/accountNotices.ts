import type { AccountNotice, AccountSubject } from "@balcao/domain/connections";
import { statement, type Sql } from "../sql/index.js";

const clear = statement(
  "account_notice_clear",
  "DELETE FROM account_notice WHERE connection_id = $1 AND subject = $2 AND ($3::text IS NULL OR object = $3) AND at <= $4",
);
const put = statement(
  "account_notice_put",
  `INSERT INTO account_notice AS known (connection_id, subject, object, type, detail, at, until) VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (connection_id, subject, object) DO UPDATE
   SET type = excluded.type, detail = excluded.detail, at = excluded.at, until = excluded.until WHERE known.at <= excluded.at`,
);

/** The end of what a connection has of a subject, or of one object of it; what was said later stays. */
export async function clearAccountNotices(
  tx: Sql,
  connectionId: number,
  { subject, object }: { readonly subject: AccountSubject; readonly object?: string },
  at: Date,
): Promise<void> {
  await tx.run(clear, [connectionId, subject, object ?? null, at]);
}

/** Stores a notice in place of an earlier one of the same object. */
export async function putAccountNotice(tx: Sql, connectionId: number, notice: AccountNotice, at: Date): Promise<void> {
  const { subject, object, type, detail, until } = notice;
  await tx.run(put, [connectionId, subject, object, type, detail, at, until]);
}

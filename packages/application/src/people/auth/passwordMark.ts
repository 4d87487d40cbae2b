import { createHash } from "node:crypto";
import { AppError } from "@balcao/contracts/errors";
import { getPasswordHash, lockPasswordHash } from "@balcao/database/authSessions";
import type { Sql } from "@balcao/database/sql";

/** Names a password without saying anything of it: another one of the account has another mark. */
export const markOf = (passwordHash: string): string => createHash("sha256").update(passwordHash).digest("base64url");

/** The mark of an account's present password. */
export async function readMark(sql: Sql, userId: number): Promise<string> {
  return markOf((await getPasswordHash(sql, userId)) ?? "");
}

/**
 * Throws ERR_INVALID_CREDENTIALS where the account has another password than when the sign-in began; until the transaction ends it stays.
 * Whoever changes it ends all sessions, and one that is under way must not come after that.
 */
export async function keepMark(tx: Sql, userId: number, mark: string): Promise<void> {
  if (markOf((await lockPasswordHash(tx, userId)) ?? "") !== mark) throw new AppError("ERR_INVALID_CREDENTIALS");
}

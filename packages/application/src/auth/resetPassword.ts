import { randomBytes } from "node:crypto";
import { getAccountByEmail, revokeSessionsOfUser, setAccountPassword } from "@balcao/database/sessions";
import type { Database } from "@balcao/database/sql";
import type { Clock } from "@balcao/platform/clock";
import type { PasswordHasher } from "@balcao/platform/passwords";
import { recordSystemAudit } from "../audit/index.js";
import { PASSWORD_BYTES, toPassword } from "./madePassword.js";

/**
 * Gives the person with this e-mail a new password and ends all of their sessions: what whoever runs the server can do when
 * nobody can sign in. Null when no account has this e-mail. Running processes notice within five seconds.
 */
export async function resetPassword(
  { database, hasher, clock }: { readonly database: Database; readonly hasher: PasswordHasher; readonly clock: Clock },
  email: string,
): Promise<string | null> {
  const account = await getAccountByEmail(database.sql, email.trim().toLowerCase());
  if (!account) return null;
  const password = toPassword(randomBytes(PASSWORD_BYTES));
  const passwordHash = await hasher.hash(password);
  await database.transaction(async (tx) => {
    await setAccountPassword(tx, account.id, passwordHash);
    await revokeSessionsOfUser(tx, account.id, clock.now(), "password reset");
    await recordSystemAudit(tx, "user.resetPassword", { subjectUserId: account.id });
  });
  return password;
}

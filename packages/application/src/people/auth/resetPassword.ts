import { deleteSecondFactor, getAccountByEmail, revokeAuthSessionsOfUser, setTemporaryPassword } from "@balcao/database/authSessions";
import type { Database } from "@balcao/database/sql";
import type { Clock } from "@balcao/platform/clock";
import type { PasswordHasher } from "@balcao/platform/passwords";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { after, LIFE } from "./auth.js";
import { PASSWORD_REASONS } from "./guard.js";
import { makePassword } from "./madePassword.js";

/**
 * Sets a temporary password for the account with this e-mail, ends all its sessions, and returns the
 * password; also takes the second factor away where that is asked for. Null when there is no such account. Meant for the server's operator when nobody can
 * sign in; running processes notice within five seconds.
 */
export async function resetPassword(
  { database, hasher, clock }: { readonly database: Database; readonly hasher: PasswordHasher; readonly clock: Clock },
  email: string,
  { endSecondFactor = false }: { readonly endSecondFactor?: boolean } = {},
): Promise<string | null> {
  const account = await getAccountByEmail(database.sql, email.trim().toLowerCase());
  if (!account) return null;
  const password = makePassword();
  const passwordHash = await hasher.hash(password);
  await database.transaction(async (tx) => {
    const now = clock.now();
    await setTemporaryPassword(tx, account.id, { passwordHash, until: after(now, LIFE.temporaryPassword) });
    await revokeAuthSessionsOfUser(tx, account.id, { now, reason: PASSWORD_REASONS.reset });
    await recordSystemAudit(tx, "user.resetPassword", { subjectUserId: account.id });
    if (endSecondFactor && (await deleteSecondFactor(tx, account.id)))
      await recordSystemAudit(tx, "user.endSecondFactor", { subjectUserId: account.id });
  });
  return password;
}

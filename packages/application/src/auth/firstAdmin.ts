import { hkdfSync } from "node:crypto";
import { changeFirstAccount, getUnusedFirstAccount, hasAccounts, insertFirstAccount } from "@balcao/database/sessions";
import type { Database } from "@balcao/database/sql";
import type { PasswordHasher } from "@balcao/platform/passwords";
import type { Secrets } from "@balcao/platform/secrets";
import { recordSystemAudit } from "../audit/index.js";
import { PASSWORD_BYTES, toPassword } from "./madePassword.js";

/** The first sign-in, for whoever starts the product. `password` only when it was made here. */
export interface FirstAdmin {
  readonly email: string;
  readonly password?: string;
}

export interface FirstAdminOptions {
  /** ADMIN_EMAIL and ADMIN_PASSWORD, where they are set. */
  readonly given: { readonly email: string; readonly password: string } | undefined;
  readonly secrets: Pick<Secrets, "sessionEncryptionKey">;
}

const DEFAULT_EMAIL = "admin@balcao.local";

/**
 * Makes user 1 where nobody exists yet (S-02), and answers the first sign-in until somebody has signed in as user 1; null
 * afterwards. Until then a change of the given e-mail and password is taken over.
 */
export async function createFirstAdmin(
  database: Database,
  hasher: PasswordHasher,
  { given, secrets }: FirstAdminOptions,
): Promise<FirstAdmin | null> {
  const made = given ? null : toFirstPassword(secrets);
  if (!(await hasAccounts(database.sql))) {
    const email = given?.email.toLowerCase() ?? DEFAULT_EMAIL;
    const passwordHash = await hasher.hash(given?.password ?? made ?? "");
    await database.transaction(async (tx) => {
      if (await insertFirstAccount(tx, { name: "Administrador", email, passwordHash }))
        await recordSystemAudit(tx, "user.create", { subjectUserId: 1 });
    });
  }
  const account = await getUnusedFirstAccount(database.sql);
  if (!account) return null;
  if (!given) return made !== null && (await hasher.verify(made, account.passwordHash)) ? { email: account.email, password: made } : null;
  const email = given.email.toLowerCase();
  if (account.email === email && (await hasher.verify(given.password, account.passwordHash))) return { email };
  const isChanged = await changeFirstAccount(database.sql, { email, passwordHash: await hasher.hash(given.password) });
  return isChanged ? { email } : null;
}

/**
 * The password of the first administrator, the same at every start and in every process: it can be shown again, and it is
 * stored nowhere.
 */
function toFirstPassword({ sessionEncryptionKey }: FirstAdminOptions["secrets"]): string {
  return toPassword(Buffer.from(hkdfSync("sha256", sessionEncryptionKey, "", "first administrator's password", PASSWORD_BYTES)));
}

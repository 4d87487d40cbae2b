import { hkdfSync } from "node:crypto";
import { changeFirstAccount, getUnusedFirstAccount, hasAccounts, insertFirstAccount } from "@balcao/database/authSessions";
import type { Database } from "@balcao/database/sql";
import type { PasswordHasher } from "@balcao/platform/passwords";
import type { Secrets } from "@balcao/platform/secrets";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { PASSWORD_BYTES, toPassword } from "./madePassword.js";

/**
 * The first administrator's credentials, printed at the start. `password` is set only when the
 * product generated it.
 */
export interface FirstAdmin {
  readonly email: string;
  readonly password?: string;
}

export interface FirstAdminOptions {
  /** ADMIN_EMAIL and ADMIN_PASSWORD, if they are set. */
  readonly given: { readonly email: string; readonly password: string } | undefined;
  readonly secrets: Pick<Secrets, "sessionEncryptionKey">;
}

const DEFAULT_EMAIL = "admin@balcao.local";

/**
 * Creates user 1 if there is no account yet [S-02]. Returns the credentials to show until somebody
 * has signed in as user 1, null afterwards; until then a changed `given` is applied.
 */
export async function createFirstAdmin(
  database: Database,
  hasher: PasswordHasher,
  { given, secrets }: FirstAdminOptions,
): Promise<FirstAdmin | null> {
  const made = toFirstPassword(secrets);
  if (!(await hasAccounts(database.sql)))
    await makeAccount(database, hasher, { ...(given ?? { email: DEFAULT_EMAIL, password: made }), mustChange: given === undefined });
  const account = await getUnusedFirstAccount(database.sql);
  if (!account) return null;
  if (given) return takeOver(database, hasher, account, given);
  return (await hasher.verify(made, account.passwordHash)) ? { email: account.email, password: made } : null;
}

type Credentials = NonNullable<FirstAdminOptions["given"]>;

/** A generated password was on a screen and in a log, so that it must be changed; it has no end, because nobody else could help. */
async function makeAccount(
  database: Database,
  hasher: PasswordHasher,
  { email, password, mustChange }: Credentials & { readonly mustChange: boolean },
): Promise<void> {
  const passwordHash = await hasher.hash(password);
  await database.transaction(async (tx) => {
    if (await insertFirstAccount(tx, { name: "Administrador", email: email.toLowerCase(), passwordHash, mustChange }))
      await recordSystemAudit(tx, "user.create", { subjectUserId: 1 });
  });
}

/** Gives the account the credentials of now, unless it has them. */
async function takeOver(
  database: Database,
  hasher: PasswordHasher,
  account: { readonly email: string; readonly passwordHash: string },
  given: Credentials,
): Promise<FirstAdmin | null> {
  const email = given.email.toLowerCase();
  if (account.email === email && (await hasher.verify(given.password, account.passwordHash))) return { email };
  const isChanged = await changeFirstAccount(database.sql, { email, passwordHash: await hasher.hash(given.password) });
  return isChanged ? { email } : null;
}

/**
 * Derives the first administrator's password from a secret: it is the same at every start and in
 * every process, and is stored nowhere.
 */
function toFirstPassword({ sessionEncryptionKey }: FirstAdminOptions["secrets"]): string {
  return toPassword(Buffer.from(hkdfSync("sha256", sessionEncryptionKey, "", "first administrator's password", PASSWORD_BYTES)));
}

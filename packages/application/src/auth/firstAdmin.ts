import { randomInt } from "node:crypto";
import { hasAccounts, insertFirstAccount } from "@balcao/database/sessions";
import type { Database } from "@balcao/database/sql";
import type { PasswordHasher } from "@balcao/platform/passwords";
import { recordSystemAudit } from "../audit/index.js";

/** The first administrator, as told once to whoever started the house. `password` only when it was made here. */
export interface FirstAdmin {
  readonly email: string;
  readonly password?: string;
}

const DEFAULT_EMAIL = "admin@balcao.local";
const LETTERS = "abcdefghijkmnpqrstuvwxyz";
const ALPHABETS = [LETTERS, LETTERS.toUpperCase(), "23456789", "-_.!"] as const;
const LENGTH = 20;

/**
 * Makes user 1 where nobody exists yet, from the given e-mail and password or with a made one (S-02). Null when somebody exists,
 * also when another process was faster.
 */
export async function createFirstAdmin(
  database: Database,
  hasher: PasswordHasher,
  given: { readonly email: string; readonly password: string } | undefined,
): Promise<FirstAdmin | null> {
  if (await hasAccounts(database.sql)) return null;
  const email = given?.email.toLowerCase() ?? DEFAULT_EMAIL;
  const password = given?.password ?? makePassword();
  const passwordHash = await hasher.hash(password);
  const isMade = await database.transaction(async (tx) => {
    if (!(await insertFirstAccount(tx, { name: "Administrador", email, passwordHash }))) return false;
    await recordSystemAudit(tx, "user.create", { subjectUserId: 1 });
    return true;
  });
  if (!isMade) return null;
  return given ? { email } : { email, password };
}

/** Twenty characters that are easy to read off a screen, some of every class that the rules ask for (D-113). */
function makePassword(): string {
  const one = (alphabet: string): string => alphabet.charAt(randomInt(alphabet.length));
  const characters = [...ALPHABETS.map(one), ...Array.from({ length: LENGTH - ALPHABETS.length }, () => one(LETTERS))];
  for (let at = characters.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [characters[at], characters[other]] = [characters[other] ?? "", characters[at] ?? ""];
  }
  return characters.join("");
}

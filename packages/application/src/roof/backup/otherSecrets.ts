import { readFile } from "node:fs/promises";
import path from "node:path";
import { countForeignSeals } from "@balcao/database/gatewaySessionKeys";
import type { Sql } from "@balcao/database/sql";
import { ArchiveError } from "@balcao/platform/archive";
import { secretVariables, type Env } from "@balcao/platform/env";
import { createSealer, secretsOf } from "@balcao/platform/secrets";
import { SECRETS, type Manifest } from "./manifest.js";

/** The secrets that stored rows depend on, and what does not work with others. */
const LOSSES = {
  sessionEncryptionKey: "the keys of numbers cannot be opened, so that nothing starts",
  refreshKey: "people sign in again",
  vapidKey: "pushes end until people sign in again",
} as const;

type Bound = keyof typeof LOSSES;
const BOUND = Object.keys(LOSSES) as Bound[];

/** The content of secrets.json; empty where it cannot be read. */
function readStored(content: Buffer | null): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(content?.toString() ?? "{}");
    return typeof stored === "object" && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

interface Secrets {
  readonly manifest: Pick<Manifest, "secretVariables">;
  /** secrets.json of the backup. */
  readonly content: Buffer | null;
  /** What the variables and files of this place give. */
  readonly given: Env["givenSecrets"];
  readonly dataDir: string;
}

/**
 * Compares the secrets of a backup with those that variables or files give here, which win over secrets.json. Throws an ArchiveError that
 * says what would not work, and what to do.
 */
export function assertSameSecrets({ manifest, content, given, dataDir }: Secrets): void {
  const stored = readStored(content);
  const isFromVariable = (name: Bound): boolean => manifest.secretVariables.includes(secretVariables[name]);
  const different = BOUND.filter((name) => given[name] !== undefined && !isFromVariable(name) && !opensWhat(given[name], stored[name]));
  const absent = given.sessionEncryptionKey === undefined && isFromVariable("sessionEncryptionKey");
  if (different.length === 0 && !absent) return;
  const lost: Bound[] = absent ? ["sessionEncryptionKey", ...different] : different;
  const remedies = [
    absent && `Set ${secretVariables.sessionEncryptionKey} to the value that it had: the backup does not have it.`,
    different.length > 0 &&
      `${namesOf(different)} come${different.length === 1 ? "s" : ""} from variables or files here, with other values than in the backup: take them out, so that the secrets.json of the backup is used. Where they must be set, add --other-secrets, and before anything starts give them the values that ${dataDir}/secrets.json then has (${different.map((name) => `${name} for ${secretVariables[name]}`).join(", ")}).`,
  ].filter((each) => each !== false);
  throw new ArchiveError(
    `The secrets here are not those of the backup: ${lost.map((name) => LOSSES[name]).join(", ")}. Nothing was changed.\n${remedies.join("\n")}`,
  );
}

/** Whether a value here reads what was sealed or signed with one of the backup: an earlier key may stand beside it (D-560). */
const opensWhat = (here: string | undefined, then: unknown): boolean =>
  typeof then === "string" && secretsOf(then).every((secret) => secretsOf(here ?? "").includes(secret));

const namesOf = (names: readonly Bound[]): string => names.map((name) => secretVariables[name]).join(", ");

/**
 * Looks whether the secret of this place, with the restored secrets.json, opens the restored keys of numbers: nothing else can tell where
 * the backup's secret came from a variable. Throws an ArchiveError that says what to do.
 */
export async function assertKeysOpen(sql: Sql, { given, dataDir }: Pick<Secrets, "given" | "dataDir">): Promise<void> {
  const { sessionEncryptionKey: stored } = readStored(await readFile(path.join(dataDir, SECRETS)).catch(() => null));
  const key = given.sessionEncryptionKey ?? (typeof stored === "string" ? stored : undefined);
  const connections = await countForeignSeals(sql, key === undefined ? [] : createSealer(key).keyIds);
  if (connections === 0) return;
  const variable = secretVariables.sessionEncryptionKey;
  throw new ArchiveError(
    `The keys of ${connections} connection(s) in the backup were sealed with another secret than the one here, so that nothing would start. ` +
      `The installation is as it was before.\nSet ${variable} to the value that it had when the backup was made (docker compose: the file ` +
      "secrets/session_encryption_key), and restore again. Only if it is lost for good: add --other-secrets, then forget-keys, and link each number again.",
  );
}

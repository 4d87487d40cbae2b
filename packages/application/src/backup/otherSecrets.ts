import { secretVariables, type Env } from "@balcao/platform/env";
import { ArchiveError } from "@balcao/platform/archive";
import type { Manifest } from "./manifest.js";

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
  const different = BOUND.filter((name) => given[name] !== undefined && !isFromVariable(name) && stored[name] !== given[name]);
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

const namesOf = (names: readonly Bound[]): string => names.map((name) => secretVariables[name]).join(", ");

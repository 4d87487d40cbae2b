import path from "node:path";
import type { Env } from "../env/index.js";
import { readOrCreateSecretsFile, SecretsError, secretNames, type SecretName, type Secrets } from "./secretsFile.js";

/**
 * The secrets in `names`, by default all: the given variable, else the value in
 * `dataDir`/secrets.json. The file is created on first use with mode 0600, and not touched
 * when every secret is given; any number of processes may start at once. Throws SecretsError with a
 * sentence that a person can act on.
 */
export async function loadSecrets<Name extends SecretName = SecretName>(
  dataDir: string,
  given: Env["givenSecrets"],
  names: readonly Name[] = secretNames as readonly SecretName[] as readonly Name[],
): Promise<Pick<Secrets, Name>> {
  const isFileNeeded = names.some((name) => given[name] === undefined);
  const stored = isFileNeeded ? await readOrCreateSecretsFile(path.join(dataDir, "secrets.json")) : undefined;
  const chosen = new Map(names.map((name) => [name, given[name] ?? stored?.[name] ?? ""]));
  if (new Set(chosen.values()).size !== names.length) {
    throw new SecretsError("Two secrets are equal: give each variable its own value (S-17).");
  }
  return Object.freeze(Object.fromEntries(chosen) as Pick<Secrets, Name>);
}

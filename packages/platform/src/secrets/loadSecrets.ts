import path from "node:path";
import type { GivenSecrets } from "../env/index.js";
import { readOrCreateSecretsFile, SecretsError, secretNames } from "./secretsFile.js";
import type { SecretName, Secrets } from "./secretsFile.js";

/**
 * Every secret of the installation: the given variable, else the one in `dataDir`/secrets.json, which is
 * made on first use with mode 0600 (S-02, ARCHITECTURE 20). Any number of processes may start at once.
 * Throws SecretsError with a sentence that a person can act on.
 */
export async function loadSecrets(dataDir: string, given: GivenSecrets): Promise<Secrets> {
  const chosen = await choose(dataDir, given);
  const words = secretNames.map((name) => chosen[name]);
  if (new Set(words).size !== words.length) {
    throw new SecretsError("Two secrets are equal: give each variable its own value (S-17).");
  }
  return Object.freeze(chosen);
}

async function choose(dataDir: string, given: GivenSecrets): Promise<Secrets> {
  const isFileNeeded = secretNames.some((name) => given[name] === undefined);
  const stored = isFileNeeded ? await readOrCreateSecretsFile(path.join(dataDir, "secrets.json")) : undefined;
  const pick = (name: SecretName): string => given[name] ?? stored?.[name] ?? "";
  return {
    accessTokenKey: pick("accessTokenKey"),
    refreshKey: pick("refreshKey"),
    mediaKey: pick("mediaKey"),
    sessionEncryptionKey: pick("sessionEncryptionKey"),
    transportSecret: pick("transportSecret"),
    metricsToken: pick("metricsToken"),
  };
}

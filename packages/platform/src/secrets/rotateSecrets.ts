import path from "node:path";
import { secretsOf } from "./sealer.js";
import { changeSecretsFile, newSecret, SecretsError, secretNames, type SecretName } from "./secretsFile.js";

/** Whether a text is the name of a secret in secrets.json. */
export const isSecretName = (name: string): name is SecretName => (secretNames as readonly string[]).includes(name);

/**
 * Gives secrets of `dataDir`/secrets.json new values (D-560); of the key that seals stored values the earlier ones stay behind the new
 * one. Throws SecretsError where there is no file.
 */
export function rotateSecrets(dataDir: string, names: readonly SecretName[]): Promise<void> {
  return changeSecretsFile(path.join(dataDir, "secrets.json"), (stored) => {
    const renewed: Record<string, string> = {};
    for (const name of names) renewed[name] = name === "sessionEncryptionKey" ? `${newSecret()} ${stored[name]}` : newSecret();
    return { ...stored, ...renewed };
  });
}

/** Takes the earlier keys out of `dataDir`/secrets.json; throws SecretsError where there are none. */
export function forgetEarlierKeys(dataDir: string): Promise<void> {
  return changeSecretsFile(path.join(dataDir, "secrets.json"), (stored) => {
    const [current = "", ...earlier] = secretsOf(stored.sessionEncryptionKey);
    if (earlier.length === 0) throw new SecretsError("There is no earlier key in secrets.json: nothing was changed.");
    return { ...stored, sessionEncryptionKey: current };
  });
}

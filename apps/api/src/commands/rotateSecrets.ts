import { countEarlierSeals } from "@balcao/application/roof/seals";
import { secretVariables } from "@balcao/platform/env";
import {
  createSealer,
  forgetEarlierKeys,
  isSecretName,
  loadSecrets,
  rotateSecrets,
  SecretsError,
  secretNames,
} from "@balcao/platform/secrets";
import { runCommand } from "./runCommand.js";

/**
 * `node rotateSecrets.js [NAME…]`: gives the secrets of secrets.json new values, by default all of them; `--forget-earlier` takes the
 * earlier key out once nothing is sealed with it (D-560).
 */
await runCommand("rotate-secrets", async ({ env: { dataDir, givenSecrets }, database, say }) => {
  const names = process.argv.slice(2);
  if (names.length === 1 && names[0] === "--forget-earlier") {
    const { sessionEncryptionKey } = await loadSecrets(dataDir, givenSecrets, ["sessionEncryptionKey"]);
    const left = await countEarlierSeals(database.sql, createSealer(sessionEncryptionKey));
    if (left > 0)
      throw new SecretsError(`${left} value(s) are still sealed with the earlier key: start a worker, and try again in ten minutes.`);
    await forgetEarlierKeys(dataDir);
    say("The earlier key is forgotten. Start all processes again.");
    return 0;
  }
  const unknown = names.find((name) => !isSecretName(name));
  if (unknown !== undefined) throw new SecretsError(`There is no secret "${unknown}". They are: ${secretNames.join(", ")}.`);
  const chosen = names.length > 0 ? names.filter(isSecretName) : secretNames.filter((name) => givenSecrets[name] === undefined);
  const given = chosen.find((name) => givenSecrets[name] !== undefined);
  if (given !== undefined) throw new SecretsError(`${secretVariables[given]} comes from a variable or a file: change it there.`);
  await rotateSecrets(dataDir, chosen);
  say(`New values: ${chosen.join(", ")}. Start all processes again, on every machine with this secrets.json.`);
  if (chosen.includes("sessionEncryptionKey"))
    say("The earlier sessionEncryptionKey stays behind the new one until `rotate-secrets --forget-earlier`; doctor says when.");
  return 0;
});

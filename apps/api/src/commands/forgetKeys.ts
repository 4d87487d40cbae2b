import { forgetLostKeys } from "@balcao/application/roof/startup";
import { loadSecrets } from "@balcao/platform/secrets";
import { runCommand } from "./runCommand.js";

/** `node forgetKeys.js`: deletes the gateways' keys that cannot be decrypted with this installation's secret. */
await runCommand("forget-keys", async ({ env, database, say }) => {
  const connections = await forgetLostKeys(database, await loadSecrets(env.dataDir, env.givenSecrets, ["sessionEncryptionKey"]));
  say(
    connections === 0
      ? "Every key can be opened; nothing was forgotten."
      : `The keys of ${connections} connection(s) were forgotten: link each number again.`,
  );
  return 0;
});

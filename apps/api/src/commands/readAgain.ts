import { readContentsAgain } from "@balcao/application/inbox/intake";
import { loadSecrets } from "@balcao/platform/secrets";
import { runCommand } from "./runCommand.js";

/** `node readAgain.js`: has a worker read the messages again that an earlier version could not. */
await runCommand("read-again", async ({ env, database, say }) => {
  const queued = await readContentsAgain(database, await loadSecrets(env.dataDir, env.givenSecrets, ["sessionEncryptionKey"]));
  say(
    queued === 0
      ? "There is no message that could not be read."
      : `${queued} message(s) are read again; the health page shows how many are left.`,
  );
  return 0;
});

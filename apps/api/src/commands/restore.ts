import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ERASURE_LIST, gatherErasures, writeErasureList, type ListedErasure } from "@balcao/application/people/privacy";
import { repeatErasures, restoreBackup, settleRecovered, undoRestore } from "@balcao/application/roof/backup";
import { openCommandDatabase, openStore } from "@balcao/application/roof/startup";
import { isSealedArchive } from "@balcao/platform/archive";
import { systemClock } from "@balcao/platform/clock";
import type { Env } from "@balcao/platform/env";
import { readVolume } from "@balcao/platform/volumes";
import { readPassphrase, usage } from "./backupArguments.js";
import { runCommand } from "./runCommand.js";

const USAGE =
  "npm run restore -- FILE [--replace] [--other-secrets] [--erasures LIST], --in-place after a recovery by PostgreSQL, --erase-again, or --undo [--without-journal] after an interrupted restore";

const NO = { type: "boolean", default: false } as const;

type Say = (line: string) => void;

function saySettled({ settledSends, skippedSchedules }: Awaited<ReturnType<typeof settleRecovered>>, say: Say): void {
  if (settledSends > 0)
    say(
      `${settledSends} message(s) were about to be sent and may have been sent since: they are shown as not confirmed. Mass sends have ended.`,
    );
  if (skippedSchedules > 0) say(`${skippedSchedules} schedule(s) were due since then: those moments are passed over.`);
}

/** The erasures that this installation, the folder of the backup and a list that was named know; the data folder keeps them. */
async function keepErasures({ databaseUrl, dataDir }: Env, more: readonly (string | undefined)[]): Promise<readonly ListedErasure[]> {
  const own = path.join(dataDir, ERASURE_LIST);
  const files = [own, ...more.filter((file) => file !== undefined)];
  const database = openCommandDatabase(databaseUrl, "balcao-restore");
  try {
    const erasures = await gatherErasures(database.sql, files);
    if (erasures.length > 0) await writeErasureList(own, erasures);
    return erasures;
  } finally {
    await database.close();
  }
}

/** Erases again whom the restored database has. The exit code is 1 where that failed, because somebody is there who was erased. */
async function eraseAgain(env: Env, erasures: readonly ListedErasure[], say: Say): Promise<number> {
  try {
    const erased = await repeatErasures(env, systemClock, erasures);
    if (erased > 0) say(`${erased} contact(s) that were erased after the backup was made were erased again.`);
    return 0;
  } catch (error) {
    say(
      `People who were erased are in the database again: ${error instanceof Error ? error.message : String(error)} ` +
        "Before Balcão is started, run restore with --erase-again.",
    );
    return 1;
  }
}

const isMissing = (list: string | undefined): boolean => list !== undefined && !existsSync(list);

/** Puts back what an interrupted restore has moved aside. */
async function undo(env: Env, isJournalLost: boolean, say: Say): Promise<number> {
  const store = await openStore({ ...env, clock: systemClock, logger: null });
  const { databaseUrl, dataDir } = env;
  const isUndone = await undoRestore({ databaseUrl, dataDir, files: store.files, clock: systemClock, isJournalLost }).finally(store.close);
  say(isUndone ? "The installation is as it was before the restore." : "No restore was interrupted; nothing was changed.");
  return 0;
}

/** Erases again alone, and says so where there is nobody. */
async function eraseOnly(env: Env, given: string | undefined, say: Say): Promise<number> {
  const erasures = await keepErasures(env, [given]);
  const code = await eraseAgain(env, erasures, say);
  if (code === 0) say(`Erasures that are known here: ${erasures.length}. Nobody of them is in the database.`);
  return code;
}

async function settle(env: Env, given: string | undefined, say: Say): Promise<number> {
  const erasures = await keepErasures(env, [given]);
  saySettled(await settleRecovered({ databaseUrl: env.databaseUrl, clock: systemClock }), say);
  const code = await eraseAgain(env, erasures, say);
  if (code !== 0) return code;
  say("The recovered database can be used: nothing of before is sent again. Start Balcão, and have open pages reloaded.");
  return 0;
}

/** `node restore.js FILE [--replace] [--other-secrets]`: restores a backup; with --replace over the installation that is there. --undo only puts back what an interrupted one moved aside; --in-place settles a database that PostgreSQL put back itself. All but --undo erase again who was erased after that state (D-640); --erase-again does only that. */
await runCommand("restore", async ({ env, say }) => {
  const { values, positionals } = usage(USAGE, () =>
    parseArgs({
      allowPositionals: true,
      options: {
        replace: NO,
        undo: NO,
        "in-place": NO,
        "other-secrets": NO,
        "without-journal": NO,
        "erase-again": NO,
        erasures: { type: "string" },
      },
      strict: true,
    }),
  );
  if (isMissing(values.erasures)) {
    say(`There is no list of erasures ${values.erasures}. Nothing was changed.`);
    return 2;
  }
  if (values.undo) return undo(env, values["without-journal"], say);
  if (values["in-place"]) return settle(env, values.erasures, say);
  if (values["erase-again"]) return eraseOnly(env, values.erasures, say);
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) {
    say(`Name one backup: ${USAGE}`);
    return 2;
  }
  const file = path.resolve(name);
  const erasures = await keepErasures(env, [path.join(path.dirname(file), ERASURE_LIST), values.erasures]);
  const store = await openStore({ ...env, clock: systemClock, logger: null });
  const { manifest, settledSends, skippedSchedules, earlierSecrets } = await restoreBackup({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    files: store.files,
    clock: systemClock,
    file,
    passphrase: (await isSealedArchive(file)) ? readPassphrase(process.env) : null,
    isReplacing: values.replace,
    givenSecrets: values["other-secrets"] ? null : env.givenSecrets,
    readVolume: env.files ? null : readVolume,
    onStep: (step) => say(`${step} …`),
  }).finally(store.close);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`Restored: the state of ${manifest.madeAt}, made by version ${manifest.version}: ${rows} rows, ${manifest.files.count} files.`);
  saySettled({ settledSends, skippedSchedules }, say);
  if (earlierSecrets !== null) say(`The secrets are those of the backup; the earlier ones are in ${earlierSecrets}.`);
  if (manifest.secretVariables.length > 0)
    say(`Set ${manifest.secretVariables.join(", ")} to the values that they had: the backup does not have them.`);
  say("Numbers of API 1 must be linked again. Never let the earlier installation run beside this one: both would use the same numbers.");
  return eraseAgain(env, erasures, say);
});

import path from "node:path";
import { parseArgs } from "node:util";
import { refreshErasureList } from "@balcao/application/people/privacy";
import { createBackup } from "@balcao/application/roof/backup";
import { listPendingMigrations, openStore } from "@balcao/application/roof/startup";
import { systemClock } from "@balcao/platform/clock";
import { secretVariables } from "@balcao/platform/env";
import { readVolume } from "@balcao/platform/volumes";
import { ownVersion } from "../version.js";
import { makeFolder, readDays, readPassphrase, toMegabytes, usage } from "./backupArguments.js";
import { deleteLeftovers, LEAST_KEPT, pruneBackups } from "./pruneBackups.js";
import { runCommand, type CommandScene } from "./runCommand.js";

const USAGE = "npm run backup [-- --to FOLDER] [--encrypt] [--keep-days N] [--pending]";

/** Whether a backup is to be made: with `--pending` where the database is about to be migrated without a fresh one. Says what will be migrated. */
async function isWanted(isPendingOnly: boolean, { database: { sql }, say }: Pick<CommandScene, "database" | "say">): Promise<boolean> {
  if (!isPendingOnly) return true;
  const { names, isBackedUp } = await listPendingMigrations(sql, systemClock.now());
  if (names.length === 0) return false;
  say(`The database will be migrated: ${names.join(", ")}.${isBackedUp ? " A backup is less than an hour old." : " First a backup."}`);
  return !isBackedUp;
}

/** Writes who must be erased again after a restore into the data folder and beside the backup (D-640). */
async function keepErasureLists({ sql }: CommandScene["database"], folders: readonly string[]): Promise<void> {
  for (const folder of folders) await refreshErasureList(sql, folder);
}

/**
 * `node backup.js [--to FOLDER] [--encrypt] [--keep-days N] [--pending]`: writes the whole installation into one file, while Balcão runs or not, and
 * deletes older backups of that folder when it is complete. With `--pending` only where the database is about to be migrated and no backup is
 * younger than an hour; it says what will be migrated.
 */
await runCommand("backup", async ({ env, database, say }) => {
  const { values } = usage(USAGE, () =>
    parseArgs({
      options: {
        to: { type: "string" },
        encrypt: { type: "boolean", default: false },
        "keep-days": { type: "string" },
        pending: { type: "boolean", default: false },
      },
      strict: true,
    }),
  );
  if (!(await isWanted(values.pending, { database, say }))) return 0;
  const keepDays = usage(USAGE, () => readDays(values["keep-days"]));
  const passphrase = values.encrypt ? readPassphrase(process.env) : null;
  const folder = path.resolve(values.to ?? path.join(env.dataDir, "backups"));
  await makeFolder(folder);
  const now = systemClock.now();
  const leftovers = await deleteLeftovers(folder, now);
  if (leftovers > 0) say(`${leftovers} part(s) of backups that were interrupted were deleted.`);
  const target = path.join(folder, `balcao-${now.toISOString().slice(0, 19).replace(/:/g, "")}Z.${passphrase === null ? "tar" : "sealed"}`);
  const given = Object.entries(secretVariables).flatMap(([secret, name]) =>
    env.givenSecrets[secret as keyof typeof secretVariables] === undefined ? [] : [name],
  );
  const store = await openStore({ ...env, clock: systemClock, logger: null });
  const { bytes, rows, files } = await createBackup({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    sql: database.sql,
    files: store.files,
    clock: systemClock,
    version: await ownVersion(),
    target,
    passphrase,
    keepDays,
    secretVariables: given,
    readVolume,
    onStep: (step) => say(`${step} …`),
  }).finally(store.close);
  const seconds = Math.round((systemClock.now().getTime() - now.getTime()) / 1_000);
  say(`The backup is complete: ${target}\n${toMegabytes(bytes)}, ${rows} rows, ${files.count} files, in ${seconds} s.`);
  if (files.missing > 0) say(`${files.missing} file(s) that the database names were not there: deleted meanwhile, or lost before.`);
  say(
    passphrase === null
      ? "It is not encrypted and holds the secrets: keep it as safe as the server."
      : "Without its passphrase nobody can read it.",
  );
  if (given.length > 0) say(`Not in it: the secrets of ${given.join(", ")}, which come from variables. Keep them with it.`);
  await keepErasureLists(database, [env.dataDir, folder]);
  if (keepDays !== null) {
    const pruned = await pruneBackups(folder, keepDays, now);
    if (pruned > 0) say(`${pruned} backup(s) older than ${keepDays} days were deleted; the newest ${LEAST_KEPT} always stay.`);
  }
  if (values.to === undefined) say("It is on the disk of the data. Copy it to another machine, or name a folder with --to.");
  return 0;
});

import fs from "node:fs";
import path from "node:path";
import { readPrivateFile, writePrivateFile } from "../infra/dataFolder.mjs";
import { Refusal } from "../infra/refusal.mjs";
import { spawnApiCommand } from "./apiCommand.mjs";

const NOTE = "migrated.json";

/** The newest migration of the build. */
const newestOf = (root) =>
  fs
    .readdirSync(path.join(root, "packages", "database", "dist", "migrations"))
    .filter((name) => /^\d{4}-\w+\.js$/.test(name))
    .sort()
    .at(-1);

/**
 * Backs the installation up before its database is migrated, and says what will be migrated (D-453). The database is asked only when the build has
 * another newest migration than at the last start. Throws a Refusal where the backup fails: then nothing is migrated.
 */
export async function backUpBeforeMigrating({ root, env, dataDir, database }) {
  // Where no api has ever run there is nothing to lose.
  if (!fs.existsSync(path.join(dataDir, "logs", "api.log"))) return;
  if (readPrivateFile(path.join(dataDir, NOTE))?.newest === newestOf(root)) return;
  const encrypts = env.BACKUP_PASSPHRASE || env.BACKUP_PASSPHRASE_FILE ? ["--encrypt"] : [];
  const code = await spawnApiCommand({ root, env, dataDir, database }, "backup", ["--pending", ...encrypts]);
  if (code !== 0)
    throw new Refusal(
      "The backup before the migration failed, so nothing was migrated.",
      "The lines above say why. Or back up elsewhere: npm run backup -- --to FOLDER; for an hour npm start is content with that one.",
    );
}

/** Notes which migrations the database has, after the api has run them. */
export const noteMigrated = ({ root, dataDir }) => writePrivateFile(path.join(dataDir, NOTE), { newest: newestOf(root) });

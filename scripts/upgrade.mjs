#!/usr/bin/env node
// npm run upgrade [-- --to TAG] [--backup-to FOLDER]: backs up, gets the newest version (or a tag), builds and migrates.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Refusal } from "./infra/refusal.mjs";
import { spawnApiCommand } from "./launcher/apiCommand.mjs";
import { runOnInstallation } from "./launcher/installation.mjs";
import { findRelease, takeRelease } from "./launcher/release.mjs";

const OPTIONS = { to: { type: "string" }, "backup-to": { type: "string" }, finish: { type: "string" } };

function readArguments(args) {
  try {
    return parseArgs({ args, options: OPTIONS, strict: true }).values;
  } catch (error) {
    throw new Refusal(error.message, "Usage: npm run upgrade [-- --to TAG] [--backup-to FOLDER]");
  }
}

/** How to go back to the version before, for a person. Its restore would refuse the tables of the new version, so the embedded database is moved away. */
function wayBack(before, { settings, dataDir }) {
  const pointer = path.join(dataDir, "postgres.json");
  const database = fs.existsSync(pointer) ? pointer : path.join(dataDir, "postgres");
  const restore = settings.databaseUrl
    ? "npm run restore -- BACKUP --replace"
    : `mv ${database} ${database}.after and npm run restore -- BACKUP`;
  return `To go back: git checkout ${before}; when the database was migrated already, ${restore} (the backup named above); then npm start.`;
}

/** The second half, in the code of the new version: installs, builds and migrates. */
async function finish(installation, before) {
  const code = await spawnApiCommand(installation, "migrate", []);
  if (code !== 0) {
    installation.progress.say(wayBack(before, installation));
    return code;
  }
  await spawnApiCommand(installation, "doctor", ["--own-redis"]);
  installation.progress.say(`The new version is ready: npm start. ${wayBack(before, installation)}`);
  return 0;
}

/** `npm run upgrade`: refuses an installation that runs, looks for a newer version, makes a backup, and replaces the version. */
function upgrade(args) {
  return runOnInstallation(
    async (installation) => {
      const given = readArguments(args);
      if (given.finish) return finish(installation, given.finish);
      const { root, progress } = installation;
      const release = await progress.step("Looking for a new version", async () => findRelease(root, given.to));
      const { before, after } = release;
      if (before === after) {
        progress.say("This is the newest version already.");
        return 0;
      }
      const backedUp = await spawnApiCommand(installation, "backup", given["backup-to"] ? ["--to", path.resolve(given["backup-to"])] : []);
      if (backedUp !== 0) throw new Refusal("The backup failed, so nothing was upgraded.", "The lines above say why.");
      takeRelease(root, release);
      progress.say(`From ${before.slice(0, 10)} to ${after.slice(0, 10)}.`);
      // The rest runs in the new version's own code, after this process has let the database go.
      await installation.close();
      const { status } = spawnSync(process.execPath, [path.join(root, "scripts", "upgrade.mjs"), "--finish", before], { stdio: "inherit" });
      if (status !== 0) progress.say(wayBack(before, installation));
      return status ?? 1;
    },
    { stopped: true },
  );
}

await upgrade(process.argv.slice(2));

#!/usr/bin/env node
// npm run doctor [-- --report FILE]: examines the installation of this checkout, whether it runs or not, and changes nothing.
import path from "node:path";
import { spawnApiCommand } from "./launcher/apiCommand.mjs";
import { readPrivateFile } from "./infra/dataFolder.mjs";
import { runOnInstallation } from "./launcher/installation.mjs";

await runOnInstallation(async (installation) => {
  const running = readPrivateFile(path.join(installation.dataDir, "run.json"));
  const redisUrl = installation.env.REDIS_URL ?? running?.redisUrl;
  const args = [...process.argv.slice(2), ...(redisUrl ? [] : ["--own-redis"])];
  return spawnApiCommand(installation, "doctor", args, redisUrl ? { REDIS_URL: redisUrl } : {});
});

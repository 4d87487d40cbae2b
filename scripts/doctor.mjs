#!/usr/bin/env node
// npm run doctor: examines the installation of this checkout, whether it runs or not, and changes nothing.
import path from "node:path";
import { spawnApiCommand } from "./launcher/apiCommand.mjs";
import { readPrivateFile } from "./infra/dataFolder.mjs";
import { runOnInstallation } from "./launcher/installation.mjs";

await runOnInstallation(async (installation) => {
  const running = readPrivateFile(path.join(installation.dataDir, "run.json"));
  const redisUrl = installation.env.REDIS_URL ?? running?.redisUrl;
  return spawnApiCommand(installation, "doctor", redisUrl ? [] : ["--own-redis"], redisUrl ? { REDIS_URL: redisUrl } : {});
});

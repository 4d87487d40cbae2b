#!/usr/bin/env node
// npm run backup -- FOLDER: copies the whole installation into a new folder, whether Balcão runs or not.
import { backUp } from "./launcher/backup.mjs";
import { runOnInstallation } from "./launcher/installation.mjs";

await runOnInstallation((installation) => backUp(installation, process.argv[2]));

#!/usr/bin/env node
// npm run move-files -- --to bucket|folder [--remove]: copies all files between the data folder and the bucket of FILES_URL.
import { runApiCommand } from "./launcher/apiCommand.mjs";

await runApiCommand("moveFiles", process.argv.slice(2));

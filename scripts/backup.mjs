#!/usr/bin/env node
// npm run backup [-- --to FOLDER] [--encrypt]: writes the whole installation into one file, whether Balcão runs or not.
import { runApiCommand } from "./launcher/apiCommand.mjs";
import { askPassphrase } from "./launcher/passphrase.mjs";

const args = process.argv.slice(2);
await runApiCommand("backup", args, { prepareEnv: (env) => (args.includes("--encrypt") ? askPassphrase(env, { twice: true }) : {}) });

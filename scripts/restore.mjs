#!/usr/bin/env node
// npm run restore -- FILE [--replace]: restores a backup into the installation of this checkout, which must not run. With --in-place it
// settles a database that PostgreSQL itself put back to an earlier moment.
import { runApiCommand } from "./launcher/apiCommand.mjs";
import { askPassphrase, isSealed } from "./launcher/passphrase.mjs";

const args = process.argv.slice(2);
const hasSealed = args.some((each) => !each.startsWith("-") && isSealed(each));
await runApiCommand("restore", args, {
  creates: true,
  stopped: true,
  prepareEnv: (env) => (hasSealed ? askPassphrase(env, { twice: false }) : {}),
});

#!/usr/bin/env node
// npm run reset-password -- EMAIL: prints a new password for a person, whether Balcão runs or not.
import { runApiCommand } from "./launcher/apiCommand.mjs";

await runApiCommand("resetPassword", process.argv.slice(2));

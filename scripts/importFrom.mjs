#!/usr/bin/env node
// npm run import-from -- SOURCE [--dry-run] [--map FILE] …: takes over what another system has, while Balcão runs or not.
import { runApiCommand } from "./launcher/apiCommand.mjs";

await runApiCommand("importFrom", process.argv.slice(2));

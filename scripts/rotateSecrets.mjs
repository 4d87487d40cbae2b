#!/usr/bin/env node
// npm run rotate-secrets [-- NAME… | --forget-earlier]: gives the secrets of secrets.json new values.
import { runApiCommand } from "./launcher/apiCommand.mjs";

await runApiCommand("rotateSecrets", process.argv.slice(2));

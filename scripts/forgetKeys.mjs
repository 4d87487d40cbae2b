#!/usr/bin/env node
// npm run forget-keys: deletes the gateways' keys that cannot be decrypted any more, when secrets.json is lost.
import { runApiCommand } from "./launcher/apiCommand.mjs";

await runApiCommand("forgetKeys", []);

#!/usr/bin/env node
// npm run forget-keys: when secrets.json is lost for good, forgets the gateways' keys that nobody can open any more.
import { runApiCommand } from "./launcher/apiCommand.mjs";

await runApiCommand("forgetKeys", []);

#!/usr/bin/env node
// npm run read-again: reads the messages again that an earlier version could not.
import { runApiCommand } from "./launcher/apiCommand.mjs";

await runApiCommand("readAgain", []);

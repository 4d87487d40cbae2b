#!/usr/bin/env node
// npm run upgrade [-- --to TAG] [--backup-to FOLDER]: backs up, gets the newest version (or a tag), builds and migrates.
import { upgrade } from "./launcher/upgrade.mjs";

await upgrade(process.argv.slice(2));

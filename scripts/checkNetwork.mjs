#!/usr/bin/env node
// npm run check-network [-- --whatsmeow YYYY-MM-DD]: says which changes of WhatsApp and Meta that are known to break something the installed
// versions do not cover. Exit status 1 where there is one. WuzAPI does not say which whatsmeow it was built with, so its day is given.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readEnvironment } from "./infra/envFile.mjs";
import { judgeNetwork } from "./network/judgeNetwork.mjs";
import { DEFAULT_GRAPH_VERSION, readPackageVersion, readWuzapi } from "./network/readInstalled.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");
const { values } = parseArgs({ options: { whatsmeow: { type: "string" } } });
const env = readEnvironment(path.join(ROOT, ".env"));
const known = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "network", "knownChanges.json"), "utf8"));
const versions = {
  baileys: readPackageVersion(ROOT, "@whiskeysockets/baileys"),
  "whatsapp-web.js": readPackageVersion(ROOT, "whatsapp-web.js"),
  graph: env.GRAPH_VERSION || DEFAULT_GRAPH_VERSION,
  whatsmeow: values.whatsmeow ?? null,
};

console.log(`baileys ${versions.baileys}, whatsapp-web.js ${versions["whatsapp-web.js"]}, Graph ${versions.graph}`);
console.log(`WuzAPI: ${await readWuzapi(env.MEOW_URL)}; its whatsmeow: ${versions.whatsmeow ?? "not given (--whatsmeow YYYY-MM-DD)"}\n`);
const verdict = judgeNetwork(known, {
  versions,
  hasFile: (name) => fs.existsSync(path.join(ROOT, name)),
  today: new Date().toISOString().slice(0, 10),
});
for (const line of verdict.lines) console.log(line);
process.exitCode = verdict.status;

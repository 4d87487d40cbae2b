#!/usr/bin/env node
// npm run stand-in -- graph|relay|page: one network to try a connection against, without a phone or an account (docs/CONNECTORS.md).
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { prepare } from "./infra/prepare.mjs";
import { createProgress } from "./infra/progress.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
await prepare(root, { progress: createProgress(), signal: new AbortController().signal });
const entry = path.join(root, "packages", "simulators", "dist", "standIn", "main.js");
const child = spawn(process.execPath, [entry, ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));

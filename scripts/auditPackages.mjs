#!/usr/bin/env node
// npm run audit-packages: asks the registry whether a version of the lockfile has a known fault. Exit status 1 where one has that
// scripts/audit/exceptions.json does not except, 3 where the registry does not answer audits.
import fs from "node:fs";
import path from "node:path";
import { AUDIT_STATUS, judgeAudit } from "./audit/judgeAudit.mjs";
import { runPnpm } from "./infra/pnpm.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");
const exceptions = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "audit", "exceptions.json"), "utf8"));

/** pnpm prints one JSON object; without a network it prints none. */
function toReport(lines) {
  const text = lines.join("\n");
  try {
    return JSON.parse(text.slice(text.indexOf("{")));
  } catch {
    return { error: { message: lines.at(-1) ?? "pnpm printed nothing" } };
  }
}

try {
  const { lines } = await runPnpm(ROOT, ["audit", "--json"]);
  const verdict = judgeAudit(toReport(lines), exceptions, new Date().toISOString().slice(0, 10));
  for (const line of verdict.lines) console.log(line);
  process.exitCode = verdict.status;
} catch (error) {
  console.error(error.message);
  process.exitCode = AUDIT_STATUS.unavailable;
}

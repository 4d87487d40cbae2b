import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { prepare } from "../infra/prepare.mjs";
import { createProgress } from "../infra/progress.mjs";
import { describeFailure, Interrupted } from "../infra/refusal.mjs";
import { runEndToEnd } from "./endToEnd.mjs";
import { runJest } from "./jestPart.mjs";
import { runStatic, STATIC_PARTS } from "./staticParts.mjs";
import { closingTable, totalsLine, totalsOf } from "./totals.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const LIMIT_MINUTES = 22;

/** The parts in the order in which they run: the quick ones first. */
const PARTS = [
  ...STATIC_PARTS.map((part) => ({ name: part.name, run: (context) => runStatic(part, context) })),
  { name: "unit", run: runJest },
  { name: "e2e", run: runEndToEnd },
];

function chooseParts(names) {
  const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) {
    console.error(`There is no part called ${unknown.join(", ")}. The parts are: ${PARTS.map((part) => part.name).join(", ")}.`);
    process.exit(2);
  }
  return names.length === 0 ? PARTS : PARTS.filter((part) => names.includes(part.name));
}

/** Runs one part and never throws for its failure: the other parts still run. */
async function runPart(part, context) {
  const began = Date.now();
  context.progress.say(`\n── ${part.name} ${"─".repeat(Math.max(3, 60 - part.name.length))}`);
  try {
    return { name: part.name, ...(await part.run(context)), tookMs: Date.now() - began };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    context.progress.say(describeFailure(error));
    return { name: part.name, ok: false, passed: 0, failed: 1, tookMs: Date.now() - began };
  }
}

/**
 * `npm test [part …]`: installs, builds, runs the parts one after the other, prints the minutes of each and as the last
 * line `N passed, N failed`. Fails when a part fails or the whole takes more than 22 minutes; BALCAO_LONG=1 has no limit.
 */
export async function runTests(names) {
  const parts = chooseParts(names.filter((name) => !name.startsWith("--")));
  const progress = createProgress();
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => controller.abort());
  const began = Date.now();
  const tmp = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-test-"));
  // PostgreSQL's own account, when root runs the tests, passes through here to its folder.
  fs.chmodSync(tmp, 0o711);
  const context = { root: ROOT, progress, signal: controller.signal, tmp, long: process.env.BALCAO_LONG === "1" };
  const results = [];
  let failed = false;
  try {
    await prepare(ROOT, context);
    for (const part of parts) results.push(await runPart(part, context));
  } catch (error) {
    failed = true;
    progress.say(error instanceof Interrupted ? "\nStopped." : describeFailure(error));
  } finally {
    fs.rmSync(tmp, { recursive: true, force: true });
  }
  const tookMs = Date.now() - began;
  const tooLong = !context.long && tookMs > LIMIT_MINUTES * 60_000;
  progress.say(closingTable(results, tookMs));
  if (tooLong) progress.say(`The tests took more than ${LIMIT_MINUTES} minutes: that counts as a failure.`);
  const totals = totalsOf(results, Number(failed) + Number(tooLong));
  progress.say(totalsLine(totals));
  process.exit(totals.failed === 0 ? 0 : 1);
}

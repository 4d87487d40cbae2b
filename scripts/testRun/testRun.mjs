import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { installBrowser, installShell } from "../infra/browser.mjs";
import { prepare } from "../infra/prepare.mjs";
import { createProgress } from "../infra/progress.mjs";
import { describeFailure, Interrupted } from "../infra/refusal.mjs";
import { runBrowsers } from "./browsers.mjs";
import { runEndToEnd } from "./endToEnd.mjs";
import { flakyLines, MOST_FLAKY } from "./flaky.mjs";
import { watchFolders } from "./folders.mjs";
import { runJest } from "./jestPart.mjs";
import { changedSince, planTests, sinceLines } from "./since.mjs";
import { runStatic, STATIC_PARTS } from "./staticParts.mjs";
import { temporaryFolder } from "./temporaryFolder.mjs";
import { closingTable, slowestFiles, timeRemark, totalsLine, totalsOf } from "./totals.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");

const toPart = (part) => ({ name: part.name, run: (context) => runStatic(part, context) });
const usesOneCore = ({ oneCore = false }) => oneCore;

/**
 * Stages run one after the other, the tracks of a stage at the same time, the parts of a track one after the other. Tests have one track,
 * because each part uses both cores of a small machine.
 */
const STAGES = [
  [STATIC_PARTS.filter((part) => !usesOneCore(part)).map(toPart), STATIC_PARTS.filter(usesOneCore).map(toPart)],
  [
    [
      { name: "unit", run: runJest },
      { name: "e2e", run: runEndToEnd },
      { name: "browsers", run: runBrowsers, onDemand: true },
    ],
  ],
];

function chooseStages(names) {
  const all = STAGES.flat(2).map((part) => part.name);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no part called ${unknown.join(", ")}. The parts are: ${all.join(", ")}.`);
    process.exit(2);
  }
  const chosen = ({ name, onDemand = false }) => (names.length === 0 ? !onDemand : names.includes(name));
  return STAGES.map((tracks) => tracks.map((track) => track.filter(chosen)).filter((track) => track.length > 0));
}

/** Runs one part. A failure is a result and not thrown, so that the other parts still run. */
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

/** Runs the tracks at the same time and returns the results of all parts that ran. Waits for every track, then throws if one was stopped. */
async function runTracks(tracks, context, results) {
  const outcomes = await Promise.allSettled(
    tracks.map(async (track) => {
      for (const part of track)
        results.push(await runPart(part, { ...context, progress: tracks.length > 1 ? labelled(context, part) : context.progress }));
    }),
  );
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (failure) throw failure.reason;
}

/** A progress whose lines begin with the part's name. */
function labelled({ progress }, { name }) {
  const label = (text) =>
    text
      .split("\n")
      .map((line) => `${name.padEnd(7)}│ ${line}`)
      .join("\n");
  return { ...progress, say: (text) => progress.say(label(text)), step: (title, work) => progress.step(label(title), work) };
}

/** Makes a temporary folder for the tests, which is open to every account, as the system's is. */
function openFilesFolder(tmp) {
  const files = path.join(tmp, "files");
  fs.mkdirSync(files);
  fs.chmodSync(files, 0o1777);
  process.env.TMPDIR = files;
}

function once(make) {
  let made;
  return () => (made ??= make());
}

/** Splits `[part …] [--since REF]`. What can be reached since a commit is never a browser test. */
function readArguments(args) {
  const at = args.indexOf("--since");
  const ref = at < 0 ? undefined : (args[at + 1] ?? "");
  const parts = args.filter((arg, index) => !arg.startsWith("--") && (at < 0 || index !== at + 1));
  if (ref === undefined || parts.length > 0) return { ref, parts };
  return { ref, parts: [...STATIC_PARTS.map(({ name }) => name), "unit"] };
}

/** Says what the tests since `ref` are, and puts them into the context. */
function narrow(context, ref) {
  context.changed = changedSince(ROOT, ref);
  const plan = planTests(ROOT, context.changed);
  context.tests = plan.tests;
  for (const line of sinceLines(ref, context.changed, plan)) context.progress.say(line);
}

/**
 * `npm test [part …] [--since REF]`: installs, builds, runs the parts, prints the minutes of each, the ten slowest test files and as the
 * last line `N passed, N failed`. Fails when a part fails, more than two tests are flaky, or a folder of others was changed; a slow run prints the reason and does not fail.
 */
export async function runTests(args) {
  const { ref, parts } = readArguments(args);
  const stages = chooseStages(parts);
  const progress = createProgress();
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => controller.abort());
  const began = Date.now();
  const tmp = fs.mkdtempSync(path.join(temporaryFolder(), "balcao-test-"));
  // When root runs the tests, PostgreSQL's own account needs to traverse this folder.
  fs.chmodSync(tmp, 0o711);
  openFilesFolder(tmp);
  const changedFolders = watchFolders();
  const context = { root: ROOT, progress, signal: controller.signal, tmp, long: process.env.BALCAO_LONG === "1" };
  context.browser = once(() => installBrowser(context));
  context.shell = once(() => installShell(context));
  const results = [];
  let failed = false;
  let slowness = 1;
  try {
    if (ref !== undefined) narrow(context, ref);
    await prepare(ROOT, context);
    // Imported only here, because the part before has built it.
    const { patience, slowness: measure } = await import("@balcao/testing/patience");
    slowness = measure();
    context.patience = patience;
    for (const tracks of stages) await runTracks(tracks, context, results);
  } catch (error) {
    failed = true;
    progress.say(error instanceof Interrupted ? "\nStopped." : describeFailure(error));
  }
  const changed = changedFolders();
  fs.rmSync(tmp, { recursive: true, force: true });
  const tookMs = Date.now() - began;
  progress.say(closingTable(results, tookMs));
  for (const line of slowestFiles(results)) progress.say(line);
  const remark = context.long ? null : timeRemark(tookMs, slowness);
  if (remark !== null) progress.say(remark);
  const flaky = results.flatMap((part) => part.flaky ?? []);
  for (const line of [...flakyLines(flaky), ...changed]) progress.say(line);
  const totals = totalsOf(results, Number(failed) + changed.length + Number(flaky.length > MOST_FLAKY));
  progress.say(totalsLine(totals));
  process.exit(totals.failed === 0 ? 0 : 1);
}

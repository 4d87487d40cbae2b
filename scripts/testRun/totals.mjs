import path from "node:path";

const minutes = (ms) => (ms / 60_000).toFixed(1);

/**
 * The sum over all parts. A part without tests of its own (lint, types …) adds nothing when it passes and one failure when
 * it fails, so that "0 failed" means that every part passed.
 */
export function totalsOf(results, otherFailures = 0) {
  const passed = results.reduce((sum, part) => sum + part.passed, 0);
  const failed = results.reduce((sum, part) => sum + (part.ok ? 0 : Math.max(1, part.failed)), 0);
  return { passed, failed: failed + otherFailures };
}

/** The last line of `npm test`. */
export function totalsLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/** A line per part: its name, its result, its minutes. */
export function closingTable(results, tookMs) {
  const rows = results.map((part) => {
    const counts = part.passed + part.failed > 0 ? `${part.passed} passed, ${part.failed} failed` : "";
    return `  ${part.name.padEnd(10)} ${(part.ok ? "ok" : "FAILED").padEnd(7)} ${minutes(part.tookMs).padStart(5)} min  ${counts}`.trimEnd();
  });
  return ["", "Part       Result    Minutes", ...rows, `  ${"all".padEnd(18)} ${minutes(tookMs).padStart(5)} min`, ""].join("\n");
}

/** Counts of Jest's JSON report. A test file that could not run counts as one failure. */
export function jestTotals(report) {
  return { passed: report.numPassedTests, failed: report.numFailedTests + report.numRuntimeErrorTestSuites };
}

/** Counts of Playwright's JSON report. */
export function playwrightTotals(report) {
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length };
}

/** The minutes that a whole run may take on two quiet processors. */
const LIMIT_MINUTES = 20;
const SLOWEST = 10;

/** A remark about the duration of a run; null within the limit. A slow or busy machine does not fail the tests. */
export function timeRemark(tookMs, slowness) {
  if (tookMs <= LIMIT_MINUTES * 60_000) return null;
  const reason =
    slowness > 1.5
      ? `this machine was about ${slowness.toFixed(1)} times slower than a quiet one when they began.`
      : "the machine was quiet when they began, so the tests themselves became slow: see the slowest files.";
  return `The tests took ${minutes(tookMs)} minutes, more than ${LIMIT_MINUTES}: ${reason}`;
}

/** A line per test file, the ten that took longest first. */
export function slowestFiles(results) {
  const files = results.flatMap(({ files = [] }) => files).sort((a, b) => b.tookMs - a.tookMs);
  if (files.length === 0) return [];
  const rows = files.slice(0, SLOWEST).map(({ file, tookMs }) => `  ${(tookMs / 1000).toFixed(1).padStart(6)} s  ${file}`);
  return ["The slowest test files:", ...rows, ""];
}

/** Test files with their durations, of Jest's JSON report. */
export function jestFiles(report, root) {
  return report.testResults.map(({ name, startTime, endTime }) => ({ file: path.relative(root, name), tookMs: endTime - startTime }));
}

/** Test files with their durations, of Playwright's JSON report. */
export function playwrightFiles(report) {
  return report.suites.map((suite) => ({ file: `e2e/${suite.file}`, tookMs: sumOfTests(suite) }));
}

function sumOfTests({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return [...own, ...suites.map(sumOfTests)].reduce((sum, ms) => sum + ms, 0);
}

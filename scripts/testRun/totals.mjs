const minutes = (ms) => (ms / 60_000).toFixed(1);

/**
 * The sum over all parts. A part without tests of its own (lint, types …) adds nothing when it passes and one failure when
 * it fails, so that "0 failed" always means that everything is right.
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

/** A line per part: its name, what came of it, how many minutes it took. */
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

import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Tests of one run that may fail first and pass alone; more of them fail the run. */
export const MOST_FLAKY = 2;
/** More failures than this are no races: nothing is repeated. */
const MOST_REPEATED = 6;

const firstLine = (text = "") =>
  stripVTControlCharacters(text)
    .split("\n")
    .find((line) => line.trim() !== "")
    ?.trim() ?? "";

/** The failed files of Jest's JSON report: what to run again, and the first failure of each. */
export function jestFailures({ testResults }, root) {
  return testResults
    .filter(({ status }) => status === "failed")
    .map(({ name, message, assertionResults = [] }) => {
      const test = assertionResults.find(({ status }) => status === "failed");
      const failure = test ? `${test.fullName}: ${firstLine(test.failureMessages?.[0])}` : firstLine(message);
      return { name: path.relative(root, name), failure };
    });
}

/** The failed tests of Playwright's JSON report, each by its file and line. */
export function playwrightFailures({ suites }) {
  const ofSuite = ({ suites: inner = [], specs = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => {
        const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
        return { name: `e2e/${file}:${line}`, failure: `${title}: ${firstLine(error?.message)}` };
      }),
    ...inner.flatMap(ofSuite),
  ];
  return suites.flatMap(ofSuite);
}

/**
 * Runs what failed once more, alone. `repeat(names)` resolves with the failures of that run. Returns the result with what still fails,
 * and as `flaky` what passed the second time.
 */
export async function repeatFailures(result, failures, repeat) {
  if (result.ok || failures.length === 0 || failures.length > MOST_REPEATED) return { ...result, flaky: [] };
  const names = failures.map(({ name }) => name);
  const again = new Set((await repeat(names)).map(({ name }) => name));
  const flaky = failures.filter(({ name }) => !again.has(name));
  // Without a failure that can be repeated, something else is wrong.
  const ok = again.size === 0;
  const failed = ok ? 0 : Math.max(again.size, result.failed - flaky.length);
  return { ...result, ok, failed, passed: result.passed + (result.failed - failed), flaky };
}

/** A line per flaky test, and one that says why the run fails when there are too many. */
export function flakyLines(flaky) {
  const lines = flaky.map(({ name, failure }) => `flaky: ${name}: ${failure}`);
  return flaky.length > MOST_FLAKY
    ? [...lines, `${flaky.length} tests passed only the second time, more than ${MOST_FLAKY}: the run fails.`]
    : lines;
}

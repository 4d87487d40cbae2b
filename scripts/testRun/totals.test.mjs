import {
  closingTable,
  jestFiles,
  jestTotals,
  playwrightFiles,
  playwrightTotals,
  slowestFiles,
  timeRemark,
  totalsLine,
  totalsOf,
} from "./totals.mjs";

const part = (name, ok, passed = 0, failed = 0) => ({ name, ok, passed, failed, tookMs: 30_000 });

describe("the totals of npm test", () => {
  it("add up the tests of all parts, and count a failed part without tests as one failure", () => {
    const results = [part("lint", false), part("types", true), part("unit", true, 120), part("e2e", false, 3, 2)];
    expect(totalsLine(totalsOf(results))).toBe("123 passed, 3 failed");
    expect(totalsLine(totalsOf([part("unit", true, 120)], 1))).toBe("120 passed, 1 failed");
  });

  it("never say 0 failed for a failed part whose tests all passed", () => {
    expect(totalsOf([part("unit", false, 10, 0)]).failed).toBe(1);
  });

  it("read the reports of Jest and Playwright, broken files and flaky tests included", () => {
    expect(jestTotals({ numPassedTests: 5, numFailedTests: 1, numRuntimeErrorTestSuites: 2 })).toEqual({ passed: 5, failed: 3 });
    expect(playwrightTotals({ stats: { expected: 4, unexpected: 1, flaky: 1 }, errors: [{}] })).toEqual({ passed: 4, failed: 3 });
  });

  it("are printed below a table with the minutes of each part", () => {
    const table = closingTable([part("unit", true, 120), part("lint", false)], 60_000);
    expect(table).toContain("unit       ok        0.5 min  120 passed, 0 failed");
    expect(table).toContain("lint       FAILED    0.5 min");
    expect(table).toContain("all                  1.0 min");
  });

  it("list the ten slowest files of all parts, the slowest first", () => {
    const jest = jestFiles({ testResults: [{ name: "/root/a.test.ts", startTime: 1_000, endTime: 4_000 }] }, "/root");
    const test = (duration) => ({ tests: [{ results: [{ duration }] }] });
    const browser = playwrightFiles({ suites: [{ file: "b.spec.ts", specs: [test(1_000)], suites: [{ specs: [test(2_500)] }] }] });
    const quick = Array.from({ length: 10 }, (_, index) => ({ file: `quick${index}.test.ts`, tookMs: index }));
    const lines = slowestFiles([{ files: [...quick, ...jest] }, { files: browser }, {}]);
    expect(lines.slice(0, 3)).toEqual(["The slowest test files:", "     3.5 s  e2e/b.spec.ts", "     3.0 s  a.test.ts"]);
    expect(lines.filter((line) => line.includes(" s  "))).toHaveLength(10);
    expect(slowestFiles([{}])).toEqual([]);
  });

  it("say why a run took too long, without a failure", () => {
    expect(timeRemark(19 * 60_000, 9)).toBeNull();
    expect(timeRemark(21 * 60_000, 9.04)).toContain("took 21.0 minutes, more than 20: this machine was about 9.0 times slower");
    expect(timeRemark(21 * 60_000, 1)).toContain("the tests themselves became slow");
    expect(totalsLine(totalsOf([part("unit", true, 120)]))).toBe("120 passed, 0 failed");
  });
});

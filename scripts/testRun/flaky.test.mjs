import { flakyLines, jestFailures, playwrightFailures, repeatFailures } from "./flaky.mjs";

const FAILED = { ok: false, passed: 10, failed: 2, files: [] };
const A = { name: "a.test.ts", failure: "counts: expected 1" };
const B = { name: "b.test.ts", failure: "waits: timeout" };

describe("what fails", () => {
  it("is read from the reports of Jest and Playwright, with its first failure", () => {
    const jest = {
      testResults: [
        { name: "/root/ok.test.ts", status: "passed", assertionResults: [] },
        {
          name: "/root/a.test.ts",
          status: "failed",
          message: "",
          assertionResults: [
            { status: "failed", fullName: "the counter counts", failureMessages: ["\u001B[31mError: expected 1\u001B[39m\n  at x"] },
          ],
        },
        { name: "/root/b.test.ts", status: "failed", message: "\n  The test process ended with SIGKILL.", assertionResults: [] },
      ],
    };
    expect(jestFailures(jest, "/root")).toEqual([
      { name: "a.test.ts", failure: "the counter counts: Error: expected 1" },
      { name: "b.test.ts", failure: "The test process ended with SIGKILL." },
    ]);
    const spec = (ok, title) => ({ ok, title, file: "c.spec.ts", line: 7, tests: [{ results: [{ error: { message: "Timeout" } }] }] });
    expect(playwrightFailures({ suites: [{ specs: [spec(true, "fine")], suites: [{ specs: [spec(false, "late")] }] }] })).toEqual([
      { name: "e2e/c.spec.ts:7", failure: "late: Timeout" },
    ]);
  });

  it("is run once more; what passes then is flaky, what fails again has failed", async () => {
    const asked = [];
    const repeat = (failures) => (names) => {
      asked.push(names);
      return Promise.resolve(failures);
    };
    expect(await repeatFailures(FAILED, [A, B], repeat([B]))).toMatchObject({ ok: false, failed: 1, passed: 11, flaky: [A] });
    expect(await repeatFailures(FAILED, [A, B], repeat([]))).toMatchObject({ ok: true, failed: 0, passed: 12, flaky: [A, B] });
    expect(asked).toEqual([
      ["a.test.ts", "b.test.ts"],
      ["a.test.ts", "b.test.ts"],
    ]);
  });

  it("is not repeated where nothing or too much failed", async () => {
    const never = () => Promise.reject(new Error("repeated"));
    expect(await repeatFailures({ ...FAILED, ok: true }, [], never)).toMatchObject({ ok: true, flaky: [] });
    expect(await repeatFailures(FAILED, [], never)).toMatchObject({ ok: false, failed: 2 });
    expect(
      await repeatFailures(
        FAILED,
        Array.from({ length: 7 }, () => A),
        never,
      ),
    ).toMatchObject({ ok: false, flaky: [] });
  });

  it("is printed by name, and three of them fail the run", () => {
    expect(flakyLines([A])).toEqual(["flaky: a.test.ts: counts: expected 1"]);
    expect(flakyLines([A, B, A]).at(-1)).toContain("more than 2: the run fails");
  });
});

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");

/** Runs test files of these texts with the runner, in one process, and returns Jest's report of each file by its name. */
function runFiles(files) {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "balcao-runner-"));
  try {
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
    const report = path.join(folder, "report.json");
    const config = { rootDir: folder, runner: path.join(import.meta.dirname, "runner.mjs"), testMatch: ["**/*.test.*"], transform: {} };
    const jest = path.join(root, "node_modules/jest/bin/jest.js");
    const args = [jest, "--config", JSON.stringify(config), "--runInBand", "--json", `--outputFile=${report}`];
    const { status } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    const { testResults } = JSON.parse(fs.readFileSync(report, "utf8"));
    return { status, of: (name) => testResults.find((result) => path.basename(result.name) === name) };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

describe("the runner of test files", () => {
  it("runs TypeScript sources, which files of one process share", () => {
    const test = (count) =>
      `import { next } from "./counter.js";\nit("counts", () => expect(globalThis.counts = [...(globalThis.counts ?? []), next()]).toHaveLength(${count}));`;
    const run = runFiles({
      "counter.ts": "let count: number = 0;\nexport const next = (): number => (count += 1);",
      // Without durations of an earlier run the larger file comes first.
      "a.test.ts": `${test(1)}\n// ${" ".repeat(200)}`,
      "b.test.ts": test(2),
    });
    expect([run.of("a.test.ts"), run.of("b.test.ts")]).toMatchObject([{ status: "passed" }, { status: "passed" }]);
    expect(run.status).toBe(0);
  }, 60_000);

  it("fails a file that leaves a resource open, one that cannot be loaded and one that ends its process, and no other", () => {
    const passes = 'it("passes", () => expect(1).toBe(1));';
    const run = runFiles({
      "server.test.mjs": `import net from "node:net";\n${passes}\nbeforeAll((done) => void net.createServer().listen(0, "127.0.0.1", done));`,
      "interval.test.mjs": `${passes}\nsetInterval(() => undefined, 1_000);`,
      "timer.test.mjs": `${passes}\nsetTimeout(() => undefined, 60_000);`,
      "missing.test.mjs": `import "./nowhere.mjs";\n${passes}`,
      "exit.test.mjs": 'it("ends", () => process.exit(3));',
      "fine.test.mjs": passes,
    });
    expect(run.of("server.test.mjs").message).toContain("leaves open: 1 TCPServerWrap");
    expect(run.of("interval.test.mjs").message).toContain("leaves open: 1 Interval");
    expect(run.of("missing.test.mjs").message).toContain("nowhere.mjs");
    expect(run.of("exit.test.mjs").message).toContain("The test process ended with 3");
    for (const name of ["timer.test.mjs", "fine.test.mjs"]) expect(run.of(name).status).toBe("passed");
    expect(run.status).toBe(1);
  }, 60_000);

  it("replaces a process whose files have left much in its memory", () => {
    const keeps = (bytes) =>
      `globalThis.files = (globalThis.files ?? 0) + 1;\nglobalThis.kept = Array.from({ length: ${bytes} / 8e6 }, () => new Array(1e6).fill(1.5));
it("runs as a process's first file, or second", () => expect(globalThis.files).toBe(${bytes > 8e6 ? 2 : 1}));`;
    const run = runFiles({
      "a.test.mjs": `${keeps(8e6)}\n// ${" ".repeat(300)}`,
      "b.test.mjs": `${keeps(1e9)}\n// ${" ".repeat(200)}`,
      "c.test.mjs": keeps(8e6),
    });
    for (const name of ["a.test.mjs", "b.test.mjs", "c.test.mjs"]) expect(run.of(name)).toMatchObject({ status: "passed", message: "" });
  }, 60_000);

  it("leaves no storage of a file behind, because each makes every later promise slower", () => {
    // A context that only this storage follows shows whether the storages of earlier files still follow promises as well.
    const followed = `import { executionAsyncResource } from "node:async_hooks";
it("follows promises with one storage", async () => {
  await null;
  expect(Object.getOwnPropertySymbols(executionAsyncResource()).filter(({ description }) => description === "kResourceStore").length).toBeLessThanOrEqual(1);
});`;
    const run = runFiles({ "a.test.mjs": followed, "b.test.mjs": followed, "c.test.mjs": followed });
    for (const name of ["a.test.mjs", "b.test.mjs", "c.test.mjs"]) expect(run.of(name)).toMatchObject({ status: "passed", message: "" });
  }, 60_000);

  it("fails a test that fails, that takes too long, or that does not await a promise", () => {
    const run = runFiles({
      "fails.test.mjs": 'it("fails", () => expect(1).toBe(2));',
      "slow.test.mjs": 'it("hangs", () => new Promise(() => undefined), 10);',
      "floating.test.mjs":
        'it("floats", async () => { void Promise.reject(new Error("nobody awaits this")); await new Promise((r) => setTimeout(r, 20)); });',
    });
    expect(run.of("fails.test.mjs").message).toContain("Expected: 2");
    expect(run.of("slow.test.mjs").message).toContain("Exceeded timeout");
    expect(run.of("floating.test.mjs").message).toContain("nobody awaits this");
  }, 60_000);
});

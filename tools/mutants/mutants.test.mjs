import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { brokenOff, readFailure } from "./copy.mjs";
import { draw, isProduct } from "./draw.mjs";
import { openJournal } from "./journal.mjs";
import { judgeDrawn } from "./judgeDrawn.mjs";
import { findPlaces, removeAt, withoutNested } from "./places.mjs";
import { report } from "./table.mjs";

/** The sources that remain when one behaviour at a time is removed, without their ends of lines. */
const without = (text, file = "a.ts") => findPlaces(file, text).map((place) => `${place.operator}: ${removeAt(text, place)}`);

it.each([
  ["if (a) return;", ["guard: if ((a) && (false as boolean)) return;"]],
  ["if (a) b = 1;", ["condition: if ((a) && (false as boolean)) b = 1;", "condition: if ((a) || (true as boolean)) b = 1;"]],
  ["x = a ? 1 : 2;", ["condition: x = (a) && (false as boolean) ? 1 : 2;", "condition: x = (a) || (true as boolean) ? 1 : 2;"]],
  ["await audit(tx, 1);", ["call: ;"]],
  ["void tell();", ["call: ;"]],
  [
    "if (a) tell();",
    ["condition: if ((a) && (false as boolean)) tell();", "condition: if ((a) || (true as boolean)) tell();", "call: if (a) {}"],
  ],
  ['logger.info("done");', []],
  ["x = a && b;", ["second condition: x = a;"]],
  ["x = a ?? 0;", ["default: x = (a)!;"]],
  ["x = rows.filter((row) => row.open);", ["filter: x = rows.filter(() => true);"]],
  ['x = "LIMIT 5 is a sentence, FOR UPDATE another";', []],
  [
    "x = `SELECT id FROM t WHERE a = $1 ORDER BY lower(a), b DESC LIMIT $2 FOR UPDATE SKIP LOCKED`;",
    [
      "lock: x = `SELECT id FROM t WHERE a = $1 ORDER BY lower(a), b DESC LIMIT $2`;",
      "skip locked: x = `SELECT id FROM t WHERE a = $1 ORDER BY lower(a), b DESC LIMIT $2 FOR UPDATE`;",
      "order: x = `SELECT id FROM t WHERE a = $1 LIMIT $2 FOR UPDATE SKIP LOCKED`;",
      "limit: x = `SELECT id FROM t WHERE a = $1 ORDER BY lower(a), b DESC LIMIT greatest($2::bigint, 1000000) FOR UPDATE SKIP LOCKED`;",
    ],
  ],
  ["x = `SELECT pg_advisory_xact_lock($1, 2)`;", ["lock: x = `SELECT greatest($1, 2)`;"]],
  ["x = `SELECT 1 FROM t WHERE a AND t.gone IS NULL`;", ["row filter: x = `SELECT 1 FROM t WHERE a`;"]],
])("finds what can be removed from %s", (text, expected) => {
  expect(without(text)).toEqual(expected);
});

it("writes no words of types into JavaScript", () => {
  expect(without("if (a) return b ?? 0;", "a.mjs")).toEqual(["guard: if ((a) && (false)) return b ?? 0;", "default: if (a) return (b);"]);
});

it("keeps the id of a place when lines are put before it, and gives twins different ones", () => {
  const ids = (text) => findPlaces("a.ts", text).map(({ id }) => id);
  expect(ids("\n\nstop();\nstop();")).toEqual(ids("stop();\nstop();"));
  expect(new Set(ids("stop();\nstop();")).size).toBe(2);
});

it("removes together what does not lie within one another, from the end of the file", () => {
  const text = "if (a && b) stop();\ngo();";
  const places = findPlaces("a.ts", text);
  const removed = withoutNested(places).reduce(removeAt, text);
  expect(removed).toBe("if ((a && b) && (false as boolean)) {}\n;");
});

it("knows the product's code from proofs, stand-ins and texts", () => {
  expect(isProduct("packages/domain/src/tickets/a.ts")).toBe(true);
  const others = ["packages/domain/src/a.test.ts", "packages/simulators/src/a.ts", "apps/api/src/world.fixture.ts", "scripts/a.mjs"];
  expect(others.filter(isProduct)).toEqual([]);
});

const TEXT = Array.from({ length: 50 }, (_, index) => `call${index}();`).join("\n");
const GRAPH = { files: ["packages/domain/src/a.ts"], textOf: () => TEXT };
const drawn = (seed, count) => [...draw(GRAPH, { seed })].slice(0, count).map(({ was }) => was);

it("draws by the seed: the same again, another for another, each line once", () => {
  expect(drawn(1, 10)).toEqual(drawn(1, 10));
  expect(drawn(1, 10)).not.toEqual(drawn(2, 10));
  expect(new Set(drawn(1, 50)).size).toBe(50);
});

describe("a run", () => {
  let folder;
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-journal-"))));
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  /** Runs with a copy in which call0 and call1 do not compile, and a test sees every even number. */
  async function run({ count = 10, jobs = 2, again = false, stopAfter = Infinity, flaky = false } = {}) {
    const journal = openJournal(path.join(folder, "seed.jsonl"), { again });
    const controller = new AbortController();
    const judged = [];
    let removed;
    const openCopy = () => ({
      remove: (place) => {
        removed = place.was;
        return () => (removed = undefined);
      },
      compiles: async () => !/call[01]\(/.test(removed),
      test: async ([file]) => {
        const fails = removed === undefined ? flaky : /[02468]\(/.test(removed);
        return { failure: fails ? { name: file, failure: "first line" } : null, late: false };
      },
    });
    const results = await judgeDrawn(draw(GRAPH, { seed: 5 }), {
      count,
      jobs,
      minutes: 1,
      journal,
      signal: controller.signal,
      reachOf: () => ({ near: ["a.test.ts"], through: [] }),
      openCopy,
      onResult: ({ was }) => {
        judged.push(was);
        if (judged.length === stopAfter) controller.abort();
      },
    });
    return { results, judged };
  }

  it("draws again what does not compile, and judges the same with one copy and with one after the other", async () => {
    const { results, judged } = await run({ count: 48, jobs: 1 });
    expect(results).toHaveLength(48);
    expect(judged).toEqual(expect.arrayContaining(["call0();", "call1();"]));
    expect(results.map(({ was }) => was)).not.toContain("call0();");
    for (const { was, outcome } of results) expect([was, outcome]).toEqual([was, /[02468]\(/.test(was) ? "seen" : "not seen"]);
  });

  it("goes on where it was stopped, and judges anew what no test saw only when asked", async () => {
    const first = await run({ jobs: 1, stopAfter: 4 });
    expect(first.results.length).toBeLessThan(10);
    const second = await run({ jobs: 1 });
    expect(second.results).toHaveLength(10);
    expect(second.judged.filter((was) => first.judged.includes(was))).toEqual([]);
    expect((await run({ jobs: 1 })).judged).toEqual([]);
    expect((await run({ jobs: 1, again: true })).judged).toEqual(
      second.results.filter(({ outcome }) => outcome === "not seen").map(({ was }) => was),
    );
    // Without jobs nothing is judged, and what is known is shown.
    expect((await run({ jobs: 0 })).results).toHaveLength(10);
  });

  it("does not believe a test that fails by itself", async () => {
    const { results } = await run({ jobs: 1, flaky: true });
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(10).fill("not seen"));
  });
});

it("reads the failed test from what Jest says, and nothing from a run that was ended before", () => {
  const said = [
    "PASS  a/one.test.ts",
    "\u001b[31mFAIL\u001b[39m  a/two.test.ts (5 s)",
    "  ✕ counts",
    "",
    "  ● suite › counts",
    "  ● suite › other",
  ];
  expect(readFailure(said)).toEqual({ name: "a/two.test.ts", failure: "suite › counts" });
  expect(readFailure(said.slice(0, 2))).toEqual({ name: "a/two.test.ts", failure: "the file cannot be run" });
  expect(readFailure(said.slice(0, 1))).toBeNull();
  expect(brokenOff(said.slice(0, 1), ["a/one.test.ts", "a/two.test.ts"])).toMatchObject({ name: "a/two.test.ts" });
});

it("prints the share without those that are named as equivalent, and what is left for a whole run", () => {
  const result = (id, outcome) => ({ id, outcome, operator: "call", file: "a.ts", line: 1, was: "x();", by: "a.test.ts", tests: 3 });
  const results = [result("one", "seen"), result("two", "not seen"), result("three", "no test"), result("four", "not seen")];
  const lines = report(results, { equivalents: { four: "the row is written again at once" }, seed: 7, count: 5 });
  expect(lines[3]).toContain("equivalent: the row is written again at once");
  expect(lines.slice(5)).toEqual([
    "Seed 7: 4 of 5 judged, 1 equivalent.",
    "Seen: 1 of 3 (33 %); of those that a test below the browser reaches 1 of 2 (50 %).",
    "The same command goes on where this run ended.",
    "Left for one whole run, together (--together FOLDER puts them into a copy there): two three",
  ]);
});

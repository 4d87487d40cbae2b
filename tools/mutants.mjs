#!/usr/bin/env node
/**
 * Removes behaviours that a seed draws by lines, one at a time in a copy of the checkout, and says which test sees it.
 *
 *   node tools/mutants.mjs --seed 7 --count 60                     draws, judges, prints the table and the share
 *   node tools/mutants.mjs --seed 7 --count 60 --jobs 2            two copies side by side
 *   node tools/mutants.mjs --seed 7 --count 60 --under packages/database,packages/domain
 *   node tools/mutants.mjs --seed 7 --count 60 --again             judges anew what no test saw
 *   node tools/mutants.mjs --seed 7 --count 60 --show              only the table of what was judged
 *   node tools/mutants.mjs --seed 7 --count 60 --together FOLDER   a copy without all that was not seen, for one whole run there
 *
 * --minutes N bounds each behaviour (6). A run that was stopped goes on: the journal is node_modules/.cache/balcao-mutants/seed-N.jsonl.
 * The tests use DATABASE_ADMIN_URL, REDIS_URL and E2E_CHROMIUM where they are set. What nobody could see is named with its reason in
 * tools/mutants/equivalents.json, by its id.
 */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Interrupted } from "../scripts/infra/refusal.mjs";
import { readModuleGraph } from "../scripts/testRun/moduleGraph.mjs";
import { createReach } from "../scripts/testRun/reach.mjs";
import { openCopy } from "./mutants/copy.mjs";
import { draw } from "./mutants/draw.mjs";
import { openJournal } from "./mutants/journal.mjs";
import { judgeDrawn } from "./mutants/judgeDrawn.mjs";
import { withoutNested } from "./mutants/places.mjs";
import { report } from "./mutants/table.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");
const OPTIONS = {
  seed: { type: "string" },
  count: { type: "string", default: "60" },
  jobs: { type: "string", default: "1" },
  minutes: { type: "string", default: "6" },
  under: { type: "string", default: "" },
  again: { type: "boolean", default: false },
  show: { type: "boolean", default: false },
  together: { type: "string" },
};

function fail(text) {
  console.error(text);
  process.exit(2);
}

function readOptions() {
  try {
    const { values } = parseArgs({ options: OPTIONS });
    const numbers = Object.fromEntries(["seed", "count", "jobs", "minutes"].map((name) => [name, Number(values[name])]));
    for (const [name, value] of Object.entries(numbers))
      if (!Number.isSafeInteger(value) || value < 0 || (value === 0 && name !== "seed"))
        fail(`--${name} must be a whole number above zero.`);
    return { ...values, ...numbers, under: values.under.split(",").filter((start) => start !== "") };
  } catch (error) {
    return fail(`${error.message}\nHow to use it is at the top of tools/mutants.mjs.`);
  }
}

const options = readOptions();
const graph = readModuleGraph(ROOT);
const name = ["seed", options.seed, ...options.under].join("-").replace(/[^\w-]+/g, "_");
const journal = openJournal(path.join(ROOT, "node_modules/.cache/balcao-mutants", `${name}.jsonl`), options);
const equivalents = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "mutants/equivalents.json"), "utf8"));
const controller = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => controller.abort());
const { signal } = controller;

const copies = [];
let results = [];
try {
  const judgeHere = { ...options, jobs: options.show || options.together ? 0 : options.jobs };
  results = await judgeDrawn(draw(graph, options), {
    ...judgeHere,
    journal,
    signal,
    reachOf: createReach(graph),
    openCopy: () => {
      const copy = openCopy(ROOT, { signal });
      copies.push(copy);
      return copy;
    },
    onResult: ({ id, outcome, file, line, operator, by = "" }) =>
      console.log(`${id}  ${outcome.padEnd(8)}  ${operator}  ${file}:${line}  ${by}`),
  });
} catch (error) {
  if (!(error instanceof Interrupted)) throw error;
} finally {
  for (const copy of copies) copy.close();
}

if (options.together) {
  const copy = openCopy(ROOT, { folder: path.resolve(options.together) });
  const left = results.filter(({ id, outcome }) => outcome !== "seen" && !equivalents[id]);
  const together = withoutNested(left);
  for (const place of together) copy.remove(place);
  console.log(`${together.length} of ${left.length} behaviours are removed in ${copy.folder}; run there: node scripts/test.mjs unit e2e`);
}
for (const line of report(results, { ...options, equivalents })) console.log(line);

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Refusal } from "../infra/refusal.mjs";
import { isModule, isTest, readModuleGraph } from "./moduleGraph.mjs";
import { closestTexts, createReach } from "./reach.mjs";

/** Stories that a module reaches only through the whole api: so many of the closest run. */
const STORIES_PER_MODULE = 5;
const MOST_STORIES = 20;
const MOST_SPECS = 3;

/** What everything rests on: any test can fail by it. */
const EVERYTHING = [
  /^(pnpm-lock\.yaml|pnpm-workspace\.yaml|jest\.config\.mjs|turbo\.json|tsconfig[^/]*\.json)$/,
  /(^|\/)package\.json$/,
  /^packages\/database\/.*\.sql$/,
  /^scripts\/testRun\/native\//,
  /^packages\/testing\/src\//,
];
/** Files that no module imports, and the tests that read them; a test or a module that names the file is found by itself. */
const READ_BY = [
  { files: /^docs\//, tests: /^scripts\/checks\// },
  { files: /\.css$/, tests: /^scripts\/checks\/styles\.test\.mjs$/ },
  { files: /^apps\/web\/src\/i18n\//, tests: /^apps\/web\/src\/i18n\// },
  { files: /^(deploy\/|Dockerfile|docker-compose\.yml)/, tests: /^scripts\/checks\/(deploy|compose)\.test\.mjs$/ },
  { files: /^[^/]*$/, tests: /^scripts\/checks\// },
  { files: /^apps\/web\/public\//, tests: /^scripts\/checks\// },
  { files: /^e2e\//, tests: /^scripts\/checks\// },
];

function git(root, args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Refusal(`git ${args.join(" ")} failed: ${stderr.trim()}`, "Name a commit or branch after --since.");
  return stdout.split("\n").filter((line) => line !== "");
}

/** The files that differ from `ref`, those that git does not know yet included. Throws Refusal for an unknown ref. */
export function changedSince(root, ref) {
  git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
  const changed = [
    ...git(root, ["diff", "--name-only", "--no-renames", "--diff-filter=d", ref, "--"]),
    ...git(root, ["ls-files", "--others", "--exclude-standard"]),
  ];
  return [...new Set(changed)].sort();
}

/** The modules to begin with for a file that is none: the tests that read it, and whatever names it. Null: it cannot be narrowed. */
function readersOfFile(graph, file) {
  const name = path.posix.basename(file);
  const named = graph.files.filter((module) => graph.textOf(module).includes(name));
  const rules = READ_BY.filter(({ files }) => files.test(file));
  if (named.length === 0 && rules.length === 0) return null;
  return [...named, ...graph.files.filter((module) => isTest(module) && rules.some(({ tests }) => tests.test(module)))];
}

/**
 * The tests that a change of these files can reach: `tests`, or null with `because` when they cannot be narrowed; `leftOut` counts the
 * stories that reach it only through the whole api and are further away; `specs` are the browser tests that fit a change of the page.
 */
export function planTests(root, changed, graph = readModuleGraph(root)) {
  const specs = specsFor(root, changed, graph);
  const broad = changed.find((file) => EVERYTHING.some((pattern) => pattern.test(file)));
  if (broad !== undefined) return { tests: null, because: `${broad} cannot be narrowed`, leftOut: 0, specs };
  const starts = [];
  for (const file of changed) {
    const modules = isModule(file) && graph.textOf(file) !== "" ? [file] : file.startsWith("e2e/") ? [] : readersOfFile(graph, file);
    if (modules === null) return { tests: null, because: `nothing says which test reads ${file}`, leftOut: 0, specs };
    starts.push(...modules);
  }
  const reachOf = createReach(graph);
  const reached = [...new Set(starts)].map(reachOf);
  const near = new Set(reached.flatMap((each) => each.near));
  const far = new Set(reached.flatMap((each) => each.through).filter((test) => !near.has(test)));
  const stories = new Set();
  // One of each module in turn, so that the first module does not take all places.
  for (let rank = 0; rank < STORIES_PER_MODULE; rank += 1)
    for (const { through } of reached) {
      const test = through[rank];
      if (test !== undefined && far.has(test) && stories.size < MOST_STORIES) stories.add(test);
    }
  // These read the whole repository.
  const checks = graph.files.filter((file) => isTest(file) && file.startsWith("scripts/checks/"));
  return {
    tests: [...new Set([...near, ...stories, ...(changed.length > 0 ? checks : [])])].sort(),
    leftOut: far.size - stories.size,
    specs,
  };
}

function specsFor(root, changed, graph) {
  const folder = path.join(root, "e2e");
  const all = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith(".spec.ts")) : [];
  const own = changed.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file));
  const pages = changed.filter((file) => file.startsWith("apps/web/") && !isTest(file));
  if (pages.length === 0) return own;
  const texts = (file) => (file.startsWith("e2e/") ? fs.readFileSync(path.join(root, file), "utf8") : graph.textOf(file));
  const fitting = closestTexts(
    pages,
    all.map((name) => `e2e/${name}`),
    texts,
  );
  return [...new Set([...own, ...fitting.slice(0, MOST_SPECS)])];
}

/** What `--since` says before it runs. */
export function sinceLines(ref, changed, { tests, because, leftOut, specs }) {
  const files = `${changed.length} ${changed.length === 1 ? "file differs" : "files differ"} from ${ref}`;
  const lines = [
    tests === null
      ? `${files}: all tests below the browser run, because ${because}.`
      : `${files}: ${tests.length} test files can be reached.`,
  ];
  if (leftOut > 0)
    lines.push(`${leftOut} stories reach it only through the whole api and are left out: \`node scripts/test.mjs unit\` runs them.`);
  if (specs.length > 0) lines.push(`The page or its tests changed. Run as well: E2E_ARGS="${specs.join(" ")}" node scripts/test.mjs e2e`);
  return lines;
}

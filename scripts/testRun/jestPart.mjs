import fs from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { startPostgres } from "../infra/postgres.mjs";
import { runTree } from "../infra/processes.mjs";
import { startRedis } from "../infra/redis.mjs";
import { Interrupted, Refusal } from "../infra/refusal.mjs";
import { jestFailures, repeatFailures } from "./flaky.mjs";
import { jestFiles, jestTotals } from "./totals.mjs";

const LIMIT_MS = 30 * 60_000;
/** What a process that runs test files takes with the programs that it starts. */
const LANE_BYTES = 1.5 * 1024 ** 3;
const MOST_LANES = 8;
const FEWEST_LANES = 2;

/** Tests open thousands of connections, and at each the client computes the hash of its password so many times. */
const POSTGRES_SETTINGS = { max_connections: "500", scram_iterations: "1" };

/** How many test files run at once: three for each processor, because a story waits for two thirds of its time, as far as the memory goes. */
export function laneCount(processors = availableParallelism(), freeBytes = process.availableMemory()) {
  return Math.max(FEWEST_LANES, Math.min(MOST_LANES, 3 * processors, Math.floor(freeBytes / LANE_BYTES)));
}

async function openStores({ root, tmp, progress, signal }) {
  const dataDir = path.join(tmp, "stores");
  fs.mkdirSync(dataDir, { mode: 0o711 });
  const shared = { dataDir, durable: false, log: progress.say, signal };
  const outcomes = await progress.step("Starting PostgreSQL and Redis for the tests", () =>
    Promise.allSettled([startPostgres({ ...shared, root, settings: POSTGRES_SETTINGS }), startRedis({ ...shared, progress })]),
  );
  const close = () => Promise.all(outcomes.map((outcome) => outcome.value?.stop()));
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (failure) {
    await close();
    throw failure.reason;
  }
  const [postgres, redis] = outcomes.map((outcome) => outcome.value);
  return { env: { DATABASE_ADMIN_URL: postgres.adminUrl, REDIS_URL: redis.url }, close };
}

/**
 * Unit tests and stories, in Jest, on one throwaway PostgreSQL and Redis, with a Chromium for the wwebjs connector: those of
 * `context.tests`, or all.
 */
export async function runJest(context) {
  const { root, tmp, progress, signal, tests = null } = context;
  if (tests?.length === 0) return { ok: true, passed: 0, failed: 0 };
  const [browser, shell] = [await context.browser(), await context.shell()];
  const stores = await openStores(context);
  try {
    const run = async (name, args) => {
      const report = path.join(tmp, `${name}.json`);
      const { code } = await runTree(
        process.execPath,
        [path.join(root, "node_modules/jest/bin/jest.js"), ...args, "--json", `--outputFile=${report}`],
        {
          cwd: root,
          signal,
          timeoutMs: context.patience(LIMIT_MS),
          env: {
            ...process.env,
            ...stores.env,
            E2E_CHROMIUM: browser,
            SHELL_CHROMIUM: shell,
            NODE_ENV: "test",
            BALCAO_BUILT: "1",
          },
          // With --json the report goes to stdout as well: one long line.
          onLine: (line) => line.startsWith('{"numFailedTestSuites"') || progress.say(line),
        },
      );
      if (!fs.existsSync(report)) {
        if (signal.aborted) throw new Interrupted();
        throw new Refusal(`Jest ended without a report (exit code ${code}).`, "Its lines above say why.");
      }
      const found = JSON.parse(fs.readFileSync(report, "utf8"));
      const totals = jestTotals(found);
      return { ok: code === 0 && totals.failed === 0, ...totals, files: jestFiles(found, root), failures: jestFailures(found, root) };
    };
    const { failures, ...result } = await run("jest", [
      `--maxWorkers=${laneCount()}`,
      ...(tests === null ? [] : ["--runTestsByPath", ...tests]),
    ]);
    return await repeatFailures(result, failures, async (names) => {
      progress.say(`Running what failed once more, alone: ${names.join(", ")}`);
      return (await run("jestAgain", ["--maxWorkers=1", "--runTestsByPath", ...names])).failures;
    });
  } finally {
    await stores.close();
  }
}

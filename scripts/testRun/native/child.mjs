// Runs test files in this process, one after the other, for runner.mjs: each message names a file, each answer is its result.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { patience } from "@balcao/testing/patience";
import { leftOpen, openResources, watchIntervals } from "./openResources.mjs";

const require = createRequire(import.meta.url);
const runFile = require("jest-circus/runner").default;
let runs = 0;
watchIntervals();

const asyncHooks = require("node:async_hooks");
const { AsyncLocalStorage } = asyncHooks;
/** What Jest's adapter opened for the running file. */
const storages = [];

/** A storage that is used once makes every later promise of the process slower, so those of a file end with it. */
class FileStorage extends AsyncLocalStorage {
  constructor(...args) {
    super(...args);
    storages.push(this);
  }
}

/** Jest's adapter keeps the tests of a file in module state, so each file gets a new copy. The one before can be collected. */
function requireAnew(file) {
  const before = require.cache[file];
  if (before) before.parent.children = before.parent.children.filter((child) => child !== before);
  delete require.cache[file];
  asyncHooks.AsyncLocalStorage = FileStorage;
  try {
    return require(file);
  } finally {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }
}

/** The parts of Jest's module loader that the adapter uses. Modules are Node's own and shared by all files of this process. */
const runtime = {
  requireInternalModule: requireAnew,
  requireModule: require,
  setGlobalsForRuntime: () => undefined,
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: (file) => import(`${pathToFileURL(file).href}?run=${(runs += 1)}`),
  enterTestCode: () => undefined,
  leaveTestCode: () => undefined,
};

const limits = new WeakMap();

/** Lengthens the limit of each test and hook by the machine's slowness when it begins. */
function stretchLimit({ name, test, hook }, { testTimeout }) {
  if (name !== "test_fn_start" && name !== "hook_start") return;
  const timed = hook ?? test;
  const limit = limits.get(timed) ?? timed.timeout ?? testTimeout;
  limits.set(timed, limit);
  timed.timeout = patience(limit);
}

async function run({ path, config, globalConfig }) {
  const before = openResources();
  const start = Date.now();
  const environment = { global: globalThis, handleTestEvent: stretchLimit };
  const result = await runFile(globalConfig, config, environment, runtime, path);
  for (const storage of storages.splice(0)) storage.disable();
  const left = await leftOpen(before);
  const end = Date.now();
  const count = result.numPassingTests + result.numFailingTests + result.numPendingTests + result.numTodoTests;
  const perfStats = { ...result.perfStats, start, end, runtime: end - start, slow: (end - start) / 1000 > config.slowTestThreshold };
  return { ...result, ...failureFor(left, result), perfStats, skipped: count === result.numPendingTests };
}

/** A failure for a file that leaves timers, servers or sockets open, because they would keep this process running. */
function failureFor(left, { failureMessage }) {
  if (left.length === 0) return {};
  const message = `The test file leaves open: ${left.join(", ")}. Close it in afterAll.`;
  return { testExecError: { message, stack: message }, failureMessage: `${failureMessage ?? ""}\n  ● ${message}\n` };
}

/** A result that can be sent to the parent: without the matchers of failed assertions. */
function toPlain(result) {
  const seen = new WeakSet();
  const text = JSON.stringify(result, (key, value) => {
    if (key === "failureDetails") return [];
    if (typeof value !== "object" || value === null) return value;
    if (seen.has(value)) return undefined;
    seen.add(value);
    return value;
  });
  return JSON.parse(text);
}

process.on("message", (message) => {
  run(message).then(
    (result) => process.send({ result: toPlain(result), heapBytes: process.memoryUsage().heapUsed }),
    (error) => process.send({ error: { message: String(error?.message ?? error), stack: String(error?.stack ?? error) } }),
  );
});

// Open resources were reported per file. Only timers of libraries could still keep this process running.
process.on("disconnect", () => process.exit());

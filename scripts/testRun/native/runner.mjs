import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { longestFirst } from "./longestFirst.mjs";

const CHILD = fileURLToPath(new URL("./child.mjs", import.meta.url));
const EXEC_ARGV = [
  "--no-warnings",
  // A test file makes much that is forgotten at once; with more room for it the collector works less often.
  "--max-semi-space-size=32",
  "--enable-source-maps",
  "--conditions=balcao-source",
  "--import",
  new URL("./runSources.mjs", import.meta.url).href,
];

/** Node.js forgets no module, so a process keeps what its files have left in theirs; beyond this it is replaced by a new one. */
const MOST_HEAP_BYTES = 700 * 1024 ** 2;

/** A runner for Jest: each of a few Node processes runs test files one after the other, in Node's own module loader (ADR 22). */
export default class NativeRunner {
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  /** Runs the files, calling `onStart` and then `onResult` or `onFailure` for each. Jest passes the arguments. */
  async runTests(tests, watcher, onStart, onResult, onFailure, { serial }) {
    const queue = longestFirst([...tests]);
    const lane = async () => {
      let child;
      while (queue.length > 0 && !watcher.isInterrupted()) {
        const test = queue.shift();
        child ??= fork(CHILD, [], { execArgv: EXEC_ARGV, serialization: "advanced" });
        await onStart(test);
        const answer = await ask(child, {
          path: test.path,
          config: toPlain(test.context.config),
          globalConfig: toPlain(this.globalConfig),
        });
        if (answer.result) await onResult(test, answer.result);
        else await onFailure(test, answer.error);
        if (answer.heapBytes > MOST_HEAP_BYTES) child.disconnect();
        if (answer.gone || !child.connected) child = undefined;
      }
      child?.disconnect();
    };
    const lanes = serial ? 1 : Math.min(this.globalConfig.maxWorkers, tests.length);
    await Promise.all(Array.from({ length: lanes }, lane));
  }
}

/** Jest's configuration without the parts that cannot be sent to another process. */
const toPlain = (value) => JSON.parse(JSON.stringify(value));

/** The child's answer to a message, or an error when it ends instead. */
function ask(child, message) {
  return new Promise((resolve) => {
    const onMessage = (answer) => {
      child.off("exit", onExit);
      resolve(answer);
    };
    const onExit = (code, signal) => {
      child.off("message", onMessage);
      const text = `The test process ended with ${signal ?? code}.`;
      resolve({ gone: true, error: { message: text, stack: text } });
    };
    child.once("message", onMessage);
    child.once("exit", onExit);
    child.send(message);
  });
}

import { readEnv, type Env, type Program } from "../env/index.js";
import { RepairableError } from "../errors/index.js";
import { createLifecycle, type Lifecycle } from "../lifecycle/index.js";
import { createLogger, type Logger } from "../logger/index.js";
import { startWatchdog } from "../watchdog/index.js";

interface ProgramParts {
  readonly env: Env;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}

/**
 * Runs a process of the product. `start` returns what the parent process hears beside `ready: true`. When it fails, what was opened is
 * closed; the log has the error, and the parent a sentence. The exit status is 78 for an error that a person can repair, else 1.
 */
export async function runProgram(
  program: Program,
  start: (parts: ProgramParts) => Promise<Readonly<Record<string, unknown>>>,
): Promise<void> {
  const sentenceOf = (error: unknown): string =>
    error instanceof RepairableError ? error.message : `The ${program} cannot start; its log says why.`;
  const exitCodeOf = (error: unknown): number => (error instanceof RepairableError ? error.exitCode : 1);
  try {
    const env = readEnv(process.env, program);
    const logger = createLogger({ name: program, level: env.logLevel });
    const lifecycle = createLifecycle({ logger });
    startWatchdog(program);
    try {
      notifyParent({ ready: true, ...(await start({ env, logger, lifecycle })) });
    } catch (error) {
      if (lifecycle.signal.aborted) return;
      logger.fatal({ err: error }, `the ${program} cannot start`);
      notifyParent({ ready: false, error: sentenceOf(error) });
      await lifecycle.stop("it cannot start", exitCodeOf(error));
    }
  } catch (error) {
    // Without a configuration there is no logger yet.
    process.stderr.write(`${sentenceOf(error)}\n`);
    notifyParent({ ready: false, error: sentenceOf(error) });
    process.exitCode = exitCodeOf(error);
    if (process.connected) process.disconnect();
  }
}

/** Sends a message to the parent process, if it listens. */
function notifyParent(message: Readonly<Record<string, unknown>>): void {
  if (process.connected) process.send?.(message);
}

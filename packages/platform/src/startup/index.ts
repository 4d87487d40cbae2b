import { readFile } from "node:fs/promises";
import { readEnv, type Env, type Program } from "../env/index.js";
import { RepairableError } from "../errors/index.js";
import { createLifecycle, type Lifecycle } from "../lifecycle/index.js";
import { createLogger, type Logger } from "../logger/index.js";
import { startWatchdog } from "../watchdog/index.js";

const COMMIT = /^[0-9a-f]{40}$/;

/**
 * The version in a package's manifest, "0" where it has none, with the commit where that is known: `1.4.0+1a2b3c4d5e`. An image has the
 * commit in a file beside the manifest, a checkout in its `.git`, whose owner may be another account, so that git itself is not asked.
 */
export async function readVersion(manifestFile: URL): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(manifestFile, "utf8"));
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : undefined;
  if (typeof version !== "string") return "0";
  const commit = (await textOf(new URL("commit", manifestFile))) ?? (await commitOf(new URL("../../.git/", manifestFile)));
  return commit !== null && COMMIT.test(commit) ? `${version}+${commit.slice(0, 10)}` : version;
}

/** The commit that is checked out: HEAD names it, or the branch that does, which has a file or a line among the packed ones. */
async function commitOf(git: URL): Promise<string | null> {
  const head = await textOf(new URL("HEAD", git));
  const [, branch] = /^ref: (refs\/[\w./-]+)$/.exec(head ?? "") ?? [];
  if (branch === undefined) return head;
  const loose = await textOf(new URL(branch, git));
  if (loose !== null) return loose;
  const packed = (await textOf(new URL("packed-refs", git))) ?? "";
  return (
    packed
      .split("\n")
      .find((line) => line.endsWith(` ${branch}`))
      ?.split(" ")[0] ?? null
  );
}

const textOf = (file: URL): Promise<string | null> =>
  readFile(file, "utf8").then(
    (text) => text.trim(),
    () => null,
  );

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

import { openCommandDatabase } from "@balcao/application/roof/startup";
import { readEnv, type Env } from "@balcao/platform/env";
import { RepairableError } from "@balcao/platform/errors";

export interface CommandScene {
  readonly env: Env;
  readonly database: ReturnType<typeof openCommandDatabase>;
  readonly say: (line: string) => void;
}

/** Runs a command of the server's operator on the configured database. The exit code is the result of `work`, or 1 after an error. */
export async function runCommand(name: string, work: (scene: CommandScene) => Promise<number>): Promise<void> {
  try {
    const env = readEnv(process.env, "api");
    const database = openCommandDatabase(env.databaseUrl, `balcao-${name}`);
    try {
      process.exitCode = await work({ env, database, say: (line) => void process.stdout.write(`${line}\n`) });
    } finally {
      await database.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof RepairableError ? error.exitCode : 1;
  }
}

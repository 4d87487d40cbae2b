import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const KEEPER = fileURLToPath(new URL("./replicaKeeper.mjs", import.meta.url));

/** A PostgreSQL server with a streaming replica of its own. Its product's database is empty. */
export interface TestReplica {
  readonly url: string;
  /** The same database at the replica, where no statement can write. */
  readonly replicaUrl: string;
  /** The superuser's address of the replica, for pg_wal_replay_pause(). */
  readonly replicaAdminUrl: string;
  /** Ends the replica at once, as a machine that fails. */
  stopReplica(): Promise<void>;
  /** Starts it again at the same address; it then catches up. */
  startReplica(): Promise<void>;
  close(): Promise<void>;
}

interface Addresses {
  readonly url: string;
  readonly replicaUrl: string;
  readonly replicaAdminUrl: string;
}

/** Starts both servers, which takes some seconds. */
export async function openTestReplica(): Promise<TestReplica> {
  const folder = await mkdtemp(path.join(tmpdir(), "replica-"));
  const child = fork(KEEPER, [folder], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const addresses = await answerOf<Addresses>(child);
  const order = async (replica: "stop" | "start"): Promise<void> => {
    const done = answerOf(child);
    child.send({ replica });
    await done;
  };
  return {
    ...addresses,
    stopReplica: () => order("stop"),
    startReplica: () => order("start"),
    close: async () => {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The next message of the keeper; an error when it ends instead. */
async function answerOf<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController();
  const ended = once(child, "exit", { signal: over.signal }).then(([code]: unknown[]) => {
    throw new Error(`The keeper of the replica ended with ${String(code)}.`);
  });
  try {
    const [message] = (await Promise.race([once(child, "message", { signal: over.signal }), ended])) as [T];
    return message;
  } finally {
    over.abort();
    await ended.catch(() => undefined);
  }
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionHost, SessionReport } from "../port/index.js";

/** A host that keeps in memory what a session tells it. */
export interface TestHost extends SessionHost {
  readonly reports: SessionReport[];
  readonly memory: Record<string, string>;
  readonly remove: () => Promise<void>;
}

export async function createTestHost(memory: Record<string, string> = {}): Promise<TestHost> {
  const folder = await mkdtemp(join(tmpdir(), "balcao-gateway-"));
  const reports: SessionReport[] = [];
  let files = 0;
  return {
    reports,
    memory,
    report: async (report) => void reports.push(report),
    remember: async (account) => void Object.assign(memory, account),
    temporaryPath: async () => join(folder, `file-${(files += 1)}`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Asks until the answer fits, at most ten seconds. */
export async function until<Value>(ask: () => Value | Promise<Value>, fits: (value: Value) => boolean): Promise<Value> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const value = await ask();
    if (fits(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)} after ten seconds`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

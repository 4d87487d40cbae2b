import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patience } from "@balcao/testing/patience";
import type { IntakeEvent, SessionHost, SessionReport } from "../port/index.js";

/** A host that keeps in memory what a session reports. */
export interface TestHost extends SessionHost {
  readonly reports: SessionReport[];
  readonly memory: Record<string, string>;
  /** The accepted events, each once, as the journal keeps them. */
  readonly accepted: IntakeEvent[];
  /** The session's keys by type and id. */
  readonly stored: Map<string, string>;
  /** What the session logged. */
  readonly logged: { readonly text: string; readonly facts: Readonly<Record<string, unknown>> }[];
  /** What webhooks said about the session since it was connected. */
  told: () => string | null;
  /** Called before each `accept` resolves; a rejection simulates a database that is down. */
  beforeAccept: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

export async function createTestHost(memory: Record<string, string> = {}): Promise<TestHost> {
  const folder = await mkdtemp(join(tmpdir(), "balcao-gateway-"));
  const reports: SessionReport[] = [];
  const accepted: IntakeEvent[] = [];
  const stored = new Map<string, string>();
  const logged: TestHost["logged"] = [];
  let files = 0;
  const host: TestHost = {
    reports,
    memory,
    accepted,
    stored,
    logged,
    told: () => null,
    hint: async () => host.told(),
    forgetHint: async () => {
      host.told = () => null;
    },
    beforeAccept: async () => undefined,
    accept: async (events) => {
      await host.beforeAccept();
      for (const event of events) if (!accepted.some(({ dedupeKey }) => dedupeKey === event.dedupeKey)) accepted.push(event);
    },
    keys: {
      read: async (type, ids) =>
        new Map(
          ids.flatMap((id) => {
            const value = stored.get(`${type} ${id}`);
            return value === undefined ? [] : [[id, value]];
          }),
        ),
      write: async (changes) => {
        for (const { type, id, value } of changes)
          if (value === null) stored.delete(`${type} ${id}`);
          else stored.set(`${type} ${id}`, value);
      },
      clear: async () => stored.clear(),
    },
    lastingFolder: async () => folder,
    log: (_level, text, facts = {}) => void logged.push({ text, facts }),
    report: async (report) => void reports.push(report),
    remember: async (account) => void Object.assign(memory, account),
    temporaryPath: async () => join(folder, `file-${(files += 1)}`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  return host;
}

/** Calls `ask` until its result fits, for at most twenty seconds. */
export async function until<Value>(ask: () => Value | Promise<Value>, fits: (value: Value) => boolean): Promise<Value> {
  const deadline = Date.now() + patience(20_000);
  for (;;) {
    const value = await ask();
    if (fits(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)} after twenty seconds`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

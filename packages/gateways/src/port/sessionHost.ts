import type { IntakeEvent } from "../intake/intakeEvent.js";
import type { SessionReport } from "./sessionReport.js";

/** One change of a session's keys; null forgets the key. Texts are sealed at rest by the host. */
export interface SessionKeyChange {
  readonly type: string;
  readonly id: string;
  readonly value: string | null;
}

/**
 * The lasting memory of a connector that carries a phone's session itself: private keys, ratchets, what was sent (gateways.md A.5).
 * It survives the process and belongs to whoever holds the connection's lease.
 */
export interface SessionKeys {
  /** The values that exist, by id. */
  read(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** All changes or none, committed. Rejects with GatewayError `notConnected` when the lease is another's by now: stop at once (M-8). */
  write(changes: readonly SessionKeyChange[]): Promise<void>;
  /** Forgets everything of the session, when its pairing has ended. */
  clear(): Promise<void>;
}

/** What the process that holds a session offers to it. */
export interface SessionHost {
  /** News of the session, to be stored by the lease's holder. */
  readonly report: (report: SessionReport) => Promise<void>;
  /** Remembers what the connector must know after a restart; merged into `account`, sealed at rest. */
  readonly remember: (account: Readonly<Record<string, string>>) => Promise<void>;
  /**
   * Journals what the network told over the session's own socket, as intake does for webhooks: repeats change nothing. When it resolves, all of it
   * is committed, and only then may the network be told that it was received (M-3). Rejects while the database is away:
   * nothing was taken. What can never be stored is parked, and no reason to try again.
   */
  readonly accept: (events: readonly IntakeEvent[]) => Promise<void>;
  readonly keys: SessionKeys;
  /** A fresh path below the data folder for bytes that are about to be fetched. */
  readonly temporaryPath: () => Promise<string>;
  /** A folder of this connection alone that lasts as long as the connection, for connectors that keep files (a browser's profile). */
  readonly lastingFolder: () => Promise<string>;
  /** For operators, never with contents, numbers or keys in it. */
  readonly log: (level: "info" | "warn" | "error", text: string, facts?: Readonly<Record<string, unknown>>) => void;
}

import type { KeyCopyReason, SessionReason, SessionStatus } from "@balcao/domain/connections";
import type { IntakeEvent } from "../intake/intakeEvent.js";

/** One change of a session's keys; a null value deletes the key. The host seals values at rest. */
export interface SessionKeyChange {
  readonly type: string;
  readonly id: string;
  readonly value: string | null;
}

/**
 * The persistent key store of a connector that runs a phone's session itself: private keys,
 * ratchets, sent messages. It survives the process and belongs to the holder of the connection's
 * lease.
 */
export interface SessionKeys {
  /** The existing values, by id. */
  read(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Commits all changes or none. Rejects with GatewayError `notConnected` when another process has
   * the lease: the session must stop at once.
   */
  write(changes: readonly SessionKeyChange[]): Promise<void>;
  /** Deletes all keys of the session, when its pairing has ended; the host keeps a sealed copy with the reason [D-313]. */
  clear(reason: KeyCopyReason): Promise<void>;
}

/** The state of a session as its gateway reports it; the only source of a connection's status. */
export interface SessionReport {
  readonly status: SessionStatus;
  /** Text of the code, or a `data:image/png` picture on meow. */
  readonly qrcode: string | null;
  /** Digits of the linked number, when known. */
  readonly phone: string | null;
  readonly battery: number | null;
  /**
   * The reason of the status, for administrators; null when there is none. With CONNECTED it is a
   * warning.
   */
  readonly reason: SessionReason | null;
  /** Until when the session rests: before that only a person starts it. */
  readonly until?: Date | null;
}

/** The end of a rest of so many milliseconds that begins now; null for none. */
export const restEnd = (restMs: number): Date | null => (restMs > 0 ? new Date(new Date().getTime() + restMs) : null);

/** What the process that runs a session provides for it. */
export interface SessionHost {
  /** The reason that a webhook gave since the session was last connected, of the last day; null when none did. */
  readonly hint: () => Promise<string | null>;
  /** Deletes that reason, when it concerned an earlier attempt. */
  readonly forgetHint: () => Promise<void>;
  /** Stores a new state of the session. */
  readonly report: (report: SessionReport) => Promise<void>;
  /**
   * Stores values that the connector needs after a restart; merged into `account`, sealed at rest.
   */
  readonly remember: (account: Readonly<Record<string, string>>) => Promise<void>;
  /**
   * Journals events from the session's own socket, as intake does for webhooks; repeats change
   * nothing, and what can never be stored is parked. Only when it resolves, everything is committed
   * and the network may get a receipt. Rejects while the database is down, and then stored nothing.
   */
  readonly accept: (events: readonly IntakeEvent[]) => Promise<void>;
  readonly keys: SessionKeys;
  /** A new path below the data folder for a file that will be fetched. */
  readonly temporaryPath: () => Promise<string>;
  /**
   * A folder of this connection that lasts as long as the connection, for connectors that keep
   * files (a browser's profile).
   */
  readonly lastingFolder: () => Promise<string>;
  /** Logs for operators, never with contents, numbers or keys. */
  readonly log: (level: "info" | "warn" | "error", text: string, facts?: Readonly<Record<string, unknown>>) => void;
}

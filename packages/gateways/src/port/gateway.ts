import type { ConnectorApi, SessionStatus } from "@balcao/domain/connections";
import type { InboundEvent, MediaSource, MessageRef, OutboundMessage, PeerId, SendOutcome } from "@balcao/domain/messaging";

/** What a connector needs to know of a connection. `account` is the connector's own sealed memory, opened: tokens, keys, ids. */
export interface ConnectionProfile {
  readonly id: number;
  readonly name: string;
  readonly api: ConnectorApi;
  readonly account: Readonly<Record<string, string>>;
  /** Where this connection's webhooks are to arrive. */
  readonly webhookUrl: string;
}

/** The session as the gateway itself tells it; the only source of a connection's status. */
export interface SessionReport {
  readonly status: SessionStatus;
  /** Text of the code, or a `data:image/png` picture on meow (D-153). */
  readonly qrcode: string | null;
  /** Digits of the linked number, when known. */
  readonly phone: string | null;
  readonly battery: number | null;
  /** Why it is so, for administrators; null when there is nothing to tell. */
  readonly reason: string | null;
}

export interface FetchedMedia {
  readonly path: string;
  readonly mime: string | null;
  readonly fileName: string | null;
}

/** What the process that holds a session offers to it. */
export interface SessionHost {
  /** News of the session, to be stored by the lease's holder. */
  readonly report: (report: SessionReport) => Promise<void>;
  /** Remembers what the connector must know after a restart; merged into `account`, sealed at rest. */
  readonly remember: (account: Readonly<Record<string, string>>) => Promise<void>;
  /** A fresh path below the data folder for bytes that are about to be fetched. */
  readonly temporaryPath: () => Promise<string>;
}

/** One connection, being driven by the process that holds its lease. A connector implements what its network can do; the rest is absent (CONN). */
export interface GatewaySession {
  readonly api: ConnectorApi;
  /** Makes the session exist and go on: creates the account if there is none, connects, is safe to call again. */
  start(): Promise<void>;
  /** Lets go of everything in this process; the pairing stays. */
  stop(): Promise<void>;
  /** Ends the pairing and forgets the stored session. */
  logout(): Promise<void>;
  /** Removes the account at the gateway, when the connection is deleted. */
  remove(): Promise<void>;
  /** Asks the gateway. Throws GatewayError. */
  status(): Promise<SessionReport>;
  /** Never throws: every fault is an outcome. */
  send(message: OutboundMessage): Promise<SendOutcome>;
  markRead?(refs: readonly MessageRef[]): Promise<void>;
  requestPairingCode?(phone: string): Promise<string>;
  fetchMedia?(source: Extract<MediaSource, { at: "provider" }>): Promise<FetchedMedia>;
  fetchPicture?(peer: PeerId): Promise<FetchedMedia | null>;
  checkNumber?(digits: string): Promise<PeerId | null>;
  getGroup?(
    group: PeerId,
  ): Promise<{ subject: string; description: string; participants: { peer: PeerId; name: string | null; admin: boolean }[] }>;
}

/** A kind of gateway: opens sessions and explains stored payloads. */
export interface GatewayConnector {
  readonly api: ConnectorApi;
  open(connection: ConnectionProfile, host: SessionHost): GatewaySession;
  /** Pure: one stored intake payload into one event; anything unknown becomes `ignored` or `unsupported`, never an exception. */
  toInbound(kind: string, payload: unknown): InboundEvent;
}

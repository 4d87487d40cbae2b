import type { Agent } from "node:https";
import type { WAVersion } from "@whiskeysockets/baileys";
import type { GuardedFetch } from "@balcao/platform/http";

export interface BaileysConnectorOptions {
  /** WhatsApp's server; the real one when absent. */
  readonly url?: string | undefined;
  /** The version of WhatsApp Web that the connector says to be, when the one that came with the library is too old (failure 405). */
  readonly version?: readonly [number, number, number] | undefined;
  /** Fetches pictures from the addresses that WhatsApp gives (S-58). */
  readonly fetchPublic: GuardedFetch;
  /** For the encrypted files; Node's own when absent. */
  readonly mediaAgent?: Agent | undefined;
  readonly patience?: Partial<Patience> | undefined;
}

/** How long the connector waits, in milliseconds. */
interface Patience {
  readonly connect: number;
  readonly query: number;
  /** For the answer to "are you there?". */
  readonly ping: number;
  /** For the network's word on a message. */
  readonly ack: number;
  /** Without the database before the socket is ended (M-3). */
  readonly database: number;
  /** Of each QR code; WhatsApp's own times when absent. */
  readonly qr: number | undefined;
  /** Before the one reconnect that the connector makes by itself. */
  readonly reconnect: number;
}

/** The options with everything filled in. */
export interface BaileysSettings {
  readonly socket: {
    readonly waWebSocketUrl?: string;
    readonly version?: WAVersion;
    readonly fetchAgent?: Agent;
    readonly qrTimeout?: number;
    readonly connectTimeoutMs: number;
    readonly defaultQueryTimeoutMs: number;
  };
  readonly fetchPublic: GuardedFetch;
  readonly mediaAgent: Agent | undefined;
  readonly pingMs: number;
  readonly ackMs: number;
  readonly databasePatienceMs: number;
  readonly reconnectMs: number;
}

export function toSettings({ url, version, fetchPublic, mediaAgent, patience = {} }: BaileysConnectorOptions): BaileysSettings {
  return {
    socket: {
      connectTimeoutMs: patience.connect ?? 20_000,
      defaultQueryTimeoutMs: patience.query ?? 30_000,
      ...(url === undefined ? {} : { waWebSocketUrl: url }),
      ...(version === undefined ? {} : { version: [...version] }),
      ...(mediaAgent === undefined ? {} : { fetchAgent: mediaAgent }),
      ...(patience.qr === undefined ? {} : { qrTimeout: patience.qr }),
    },
    fetchPublic,
    mediaAgent,
    pingMs: patience.ping ?? 5_000,
    ackMs: patience.ack ?? 20_000,
    databasePatienceMs: patience.database ?? 20_000,
    reconnectMs: patience.reconnect ?? 1_000,
  };
}

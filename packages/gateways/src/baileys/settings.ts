import type { Agent } from "node:https";
import type { WAVersion } from "@whiskeysockets/baileys";
import type { GuardedFetch } from "@balcao/platform/http";

export interface BaileysConnectorOptions {
  /** WhatsApp's server; the real one by default. */
  readonly url?: string | undefined;
  /**
   * The version of WhatsApp Web that the connector reports, for when WhatsApp refuses the library's
   * own as too old (405). It is asked for at each login.
   */
  readonly version?: (() => readonly [number, number, number] | undefined) | undefined;
  /** Fetches pictures from the addresses that WhatsApp gives. */
  readonly fetchPublic: GuardedFetch;
  /** Agent for downloads of encrypted files; Node's own by default. */
  readonly mediaAgent?: Agent | undefined;
  readonly patience?: Partial<Patience> | undefined;
}

/** Timeouts of the connector in milliseconds. */
interface Patience {
  readonly connect: number;
  readonly query: number;
  /** For the answer to a ping. */
  readonly ping: number;
  /** For the server's acknowledgement of a message. */
  readonly ack: number;
  /** How long the database may be down before the socket is ended. */
  readonly database: number;
  /** How long each QR code is shown; WhatsApp's own times by default. */
  readonly qr: number | undefined;
  /** Before the one reconnect that the connector makes by itself. */
  readonly reconnect: number;
}

/** The options with all defaults filled in. */
export interface BaileysSettings {
  readonly socket: {
    readonly waWebSocketUrl?: string;
    readonly fetchAgent?: Agent;
    readonly qrTimeout?: number;
    readonly connectTimeoutMs: number;
    readonly defaultQueryTimeoutMs: number;
  };
  /** The part of a socket's options that may change between two logins. */
  readonly versionNow: () => { readonly version?: WAVersion };
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
      ...(mediaAgent === undefined ? {} : { fetchAgent: mediaAgent }),
      ...(patience.qr === undefined ? {} : { qrTimeout: patience.qr }),
    },
    versionNow: () => {
      const given = version?.();
      return given === undefined ? {} : { version: [...given] };
    },
    fetchPublic,
    mediaAgent,
    pingMs: patience.ping ?? 5_000,
    ackMs: patience.ack ?? 20_000,
    databasePatienceMs: patience.database ?? 20_000,
    reconnectMs: patience.reconnect ?? 1_000,
  };
}

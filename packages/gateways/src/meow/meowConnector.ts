import type { GuardedFetch } from "@balcao/platform/http";
import type { GatewayConnector } from "../port/index.js";
import { openSealedEdit } from "../protocol/sealedEdit.js";
import { createNodeTransport } from "../transport/nodeTransport.js";
import type { GatewayTransport } from "../transport/transport.js";
import { MeowClient } from "./meowClient.js";
import { toInbound } from "./meowInbound.js";
import { MeowSession } from "./meowSession.js";

export interface MeowConnectorOptions {
  /**
   * WuzAPI's address; it is private, so requests to it are not guarded against private addresses.
   */
  readonly baseUrl: string;
  readonly adminToken: string;
  /** Fetches pictures from the addresses that WhatsApp gives. */
  readonly fetchPublic: GuardedFetch;
  readonly transport?: GatewayTransport;
}

/** The connector "API 3": WhatsApp through WuzAPI's HTTP API. */
export function createMeowConnector(options: MeowConnectorOptions): GatewayConnector {
  const client = new MeowClient(options.baseUrl, options.transport ?? createNodeTransport());
  return {
    api: "meow",
    open: (connection, host) => new MeowSession({ client, host, fetchPublic: options.fetchPublic }, options.adminToken, connection),
    toInbound: (_kind, payload) => toInbound(payload),
    openEdit: openSealedEdit,
  };
}

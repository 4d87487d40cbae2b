import type { GuardedFetch } from "@balcao/platform/http";
import type { GatewayConnector } from "../port/index.js";
import { createNodeTransport } from "../transport/nodeTransport.js";
import type { GatewayTransport } from "../transport/transport.js";
import { toCloudAccount } from "./cloudAccount.js";
import { findAccountFault } from "./cloudAccountCheck.js";
import { toInbound } from "./cloudInbound.js";
import { CloudSession } from "./cloudSession.js";
import { GraphClient } from "./graphClient.js";

export interface CloudConnectorOptions {
  /** Address of the Graph API, without its version. */
  readonly baseUrl: string;
  /** `v26.0` */
  readonly version: string;
  /** Fetches media of up to 25 MB from the addresses that Meta gives (S-58). */
  readonly fetchPublic: GuardedFetch;
  readonly transport?: GatewayTransport;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** The connector of Meta's Cloud API. */
export function createCloudConnector(options: CloudConnectorOptions): GatewayConnector {
  const client = new GraphClient(options.baseUrl, options.version, options.transport ?? createNodeTransport());
  const now = options.now ?? (() => performance.now());
  return {
    api: "cloud_api",
    open: (connection, host) => new CloudSession({ client, host, fetchPublic: options.fetchPublic, now }, connection),
    checkAccount: (account) => findAccountFault(client, toCloudAccount(account)),
    toInbound: (_kind, payload) => toInbound(payload),
  };
}

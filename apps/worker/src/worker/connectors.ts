import type { ConnectorApi } from "@balcao/domain/connections";
import { createMeowConnector } from "@balcao/gateways/meow";
import type { GatewayConnector } from "@balcao/gateways/port";
import type { Env } from "@balcao/platform/env";
import { createGuardedFetch } from "@balcao/platform/http";

/** The connectors that this installation can open: the only place where an adapter meets the application. */
export function createConnectors(env: Env): ReadonlyMap<ConnectorApi, GatewayConnector> {
  const connectors = new Map<ConnectorApi, GatewayConnector>();
  if (env.meow)
    connectors.set(
      "meow",
      createMeowConnector({ baseUrl: env.meow.url, adminToken: env.meow.adminToken, fetchPublic: createGuardedFetch() }),
    );
  return connectors;
}

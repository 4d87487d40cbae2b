import type { ConnectorApi } from "@balcao/domain/connections";
import { createBaileysConnector } from "@balcao/gateways/baileys";
import { createMeowConnector } from "@balcao/gateways/meow";
import type { GatewayConnector } from "@balcao/gateways/port";
import { createWwebjsConnector } from "@balcao/gateways/wwebjs";
import type { Env } from "@balcao/platform/env";
import { createGuardedFetch, isPublicAddress, type GuardedFetch } from "@balcao/platform/http";

/** The connectors that this installation can open: the only place where an adapter meets the application. */
export function createConnectors(env: Env): ReadonlyMap<ConnectorApi, GatewayConnector> {
  const connectors = new Map<ConnectorApi, GatewayConnector>();
  if (env.meow) {
    const { url, adminToken } = env.meow;
    const fetchPublic = env.isSimulatorOn ? fetchFromSimulator(url) : createGuardedFetch();
    connectors.set("meow", createMeowConnector({ baseUrl: url, adminToken, fetchPublic }));
  }
  const { url, version } = env.whatsapp;
  connectors.set("baileys", createBaileysConnector({ url, version, fetchPublic: createGuardedFetch() }));
  connectors.set("wwebjs", createWwebjsConnector({ ...env.wwebjs, fetchPublic: createGuardedFetch() }));
  return connectors;
}

/** The pictures of simulated customers lie on this machine, at the simulator's own port; nothing else of it is called. */
function fetchFromSimulator(address: string): GuardedFetch {
  const { hostname, port } = new URL(address);
  return createGuardedFetch({ ports: [Number(port)], isAllowedAddress: (each) => isPublicAddress(each) || each === hostname });
}

import type { ConnectorApi } from "@balcao/domain/connections";
import { createBaileysConnector } from "@balcao/gateways/baileys";
import { createCloudConnector, MOST_MEDIA_BYTES } from "@balcao/gateways/cloudApi";
import { createMeowConnector } from "@balcao/gateways/meow";
import type { GatewayConnector } from "@balcao/gateways/port";
import { createWwebjsConnector } from "@balcao/gateways/wwebjs";
import type { Env } from "@balcao/platform/env";
import { createGuardedFetch, isPublicAddress, type GuardedFetch } from "@balcao/platform/http";

type WhatsappVersion = Env["whatsapp"]["version"];

/** The version that the setting names, else that of the environment. */
export function whatsappVersionOf(setting: string, env: WhatsappVersion): WhatsappVersion {
  const [first, second, third] = setting.split(".").map(Number);
  return first === undefined || second === undefined || third === undefined ? env : [first, second, third];
}

/**
 * Creates the connectors that this installation can open: the only place that joins adapters and the
 * application. `versionSetting` gives the setting of WhatsApp's version, which may change at any time.
 */
export function createConnectors(env: Env, versionSetting: () => string): ReadonlyMap<ConnectorApi, GatewayConnector> {
  const connectors = new Map<ConnectorApi, GatewayConnector>();
  if (env.meow) {
    const { url, adminToken } = env.meow;
    const fetchPublic = env.isSimulatorOn ? fetchFromSimulator(url) : createGuardedFetch();
    connectors.set("meow", createMeowConnector({ baseUrl: url, adminToken, fetchPublic }));
  }
  const whatsappVersion = () => whatsappVersionOf(versionSetting(), env.whatsapp.version);
  connectors.set("baileys", createBaileysConnector({ ...env.whatsapp, version: whatsappVersion, fetchPublic: createGuardedFetch() }));
  connectors.set("wwebjs", createWwebjsConnector({ ...env.wwebjs, fetchPublic: createGuardedFetch() }));
  const { url: baseUrl, version, appSecret } = env.graph;
  connectors.set("cloud_api", createCloudConnector({ baseUrl, version, appSecret, fetchPublic: fetchFromGraph(baseUrl) }));
  return connectors;
}

/** Fetches pictures of simulated customers from the simulator's own port; other ports of this machine are refused. */
function fetchFromSimulator(address: string): GuardedFetch {
  const { hostname, port } = new URL(address);
  return createGuardedFetch({ ports: [Number(port)], isAllowedAddress: (each) => isPublicAddress(each) || each === hostname });
}

const MEDIA_TIMEOUT_MS = 60_000;

/** Fetches Meta's media from public hosts, or only from the address and port of GRAPH_URL when it has a port. */
function fetchFromGraph(address: string): GuardedFetch {
  const limits = { maxBytes: MOST_MEDIA_BYTES, timeoutMs: MEDIA_TIMEOUT_MS };
  const { hostname, port } = new URL(address);
  if (port === "") return createGuardedFetch(limits);
  return createGuardedFetch({
    ...limits,
    ports: [443, Number(port)],
    isAllowedAddress: (each) => isPublicAddress(each) || each === hostname,
  });
}

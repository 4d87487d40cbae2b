import { CONNECTOR_APIS, type ConnectorApi, type SessionReason } from "@balcao/domain/connections";
import type { GatewayConnector } from "@balcao/gateways/port";
import type { KeptSession } from "./keptSession.js";

/** How many more sessions a process can hold. */
export interface FreePlaces {
  /** Connectors without a per-process limit. */
  readonly shared: readonly ConnectorApi[];
  /** Connectors with a per-process limit, and how many more sessions of each fit. */
  readonly few: readonly { readonly api: ConnectorApi; readonly places: number }[];
  /**
   * Connectors of which this process can open no more sessions, and the reason shown to
   * administrators.
   */
  readonly full: readonly { readonly api: ConnectorApi; readonly reason: SessionReason }[];
}

/**
 * Returns how many more sessions a process can hold. A session that waits for a person to link it again
 * does not count.
 */
export function findFreePlaces(
  connectors: ReadonlyMap<ConnectorApi, Pick<GatewayConnector, "mostSessions" | "fullReason">>,
  kept: readonly Pick<KeptSession, "api" | "status">[],
): FreePlaces {
  const waitsForLinking = ({ status }: Pick<KeptSession, "status">): boolean => status() === "TIMEOUT" || status() === "LOGGEDOUT";
  const few = [...connectors].flatMap(([api, { mostSessions }]) => {
    const busy = kept.filter((session) => session.api === api && !waitsForLinking(session)).length;
    return mostSessions === undefined ? [] : [{ api, places: Math.max(0, mostSessions - busy) }];
  });
  return {
    shared: [...connectors].flatMap(([api, { mostSessions }]) => (mostSessions === undefined ? [api] : [])),
    few,
    full: CONNECTOR_APIS.flatMap((api) => {
      const connector = connectors.get(api);
      if (connector === undefined) return [{ api, reason: "noConnector" }];
      return few.some((each) => each.api === api && each.places === 0) ? [{ api, reason: connector.fullReason ?? "workersFull" }] : [];
    }),
  };
}

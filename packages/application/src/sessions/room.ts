import { CONNECTOR_APIS, type ConnectorApi } from "@balcao/domain/connections";
import type { GatewayConnector } from "@balcao/gateways/port";
import type { KeptSession } from "./keptSession.js";

const NO_CONNECTOR = "Nenhum processo desta instalação pode abrir este tipo de conexão. Veja a configuração do conector.";
const FULL = "Todos os processos que mantêm este tipo de conexão estão cheios.";

/** What a process can still carry. */
export interface Room {
  /** Kinds of which it carries as many as come. */
  readonly shared: readonly ConnectorApi[];
  /** Kinds of which it carries few, and how many more. */
  readonly few: readonly { readonly api: ConnectorApi; readonly places: number }[];
  /** Kinds of which it can take no more, and why. */
  readonly full: readonly { readonly api: ConnectorApi; readonly reason: string }[];
}

/** What is left of a process's room. A session that waits for a person to begin anew takes no place. */
export function findRoom(
  connectors: ReadonlyMap<ConnectorApi, Pick<GatewayConnector, "mostSessions" | "fullReason">>,
  kept: readonly Pick<KeptSession, "api" | "status">[],
): Room {
  const rests = ({ status }: Pick<KeptSession, "status">): boolean => status() === "TIMEOUT" || status() === "LOGGEDOUT";
  const few = [...connectors].flatMap(([api, { mostSessions }]) => {
    const busy = kept.filter((session) => session.api === api && !rests(session)).length;
    return mostSessions === undefined ? [] : [{ api, places: Math.max(0, mostSessions - busy) }];
  });
  return {
    shared: [...connectors].flatMap(([api, { mostSessions }]) => (mostSessions === undefined ? [api] : [])),
    few,
    full: CONNECTOR_APIS.flatMap((api) => {
      const connector = connectors.get(api);
      if (connector === undefined) return [{ api, reason: NO_CONNECTOR }];
      return few.some((each) => each.api === api && each.places === 0) ? [{ api, reason: connector.fullReason ?? FULL }] : [];
    }),
  };
}

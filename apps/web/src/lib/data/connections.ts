import { isWholeConnection, type AnyConnectionView } from "@balcao/contracts/connections";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

/** A connection as this person may see it: administrators see the whole (D-139). */
export type Connection = AnyConnectionView;

/** Whether this is the whole connection, which only administrators see. */
export const isWhole = isWholeConnection;

/** Every connection of the installation, kept fresh by events. */
export const connectionsQuery = queryOptions({
  queryKey: ["connections"],
  queryFn: ({ signal }) => call("connections", "list", {}, { signal }),
  meta: { live: true },
});

/** Those of which messages may be lost that nobody has seen to; only administrators are told (P-10). */
export const toLosses = (list: readonly Connection[]) =>
  list.flatMap((connection) =>
    isWhole(connection) && connection.unresolvedGap !== null ? [{ connection, gap: connection.unresolvedGap }] : [],
  );

/** Events of a connection's gateway that could not be applied (P-7). */
export const parkedQuery = (whatsappId: number) =>
  queryOptions({
    queryKey: ["connections", whatsappId, "parked"],
    queryFn: ({ signal }) => call("connections", "listParked", { params: { whatsappId } }, { signal }),
    meta: { live: true },
  });

/** When a number was away, for administrators; refetched when its session has news. */
export const gapsQuery = (whatsappId: number) =>
  queryOptions({
    queryKey: ["connections", whatsappId, "gaps"],
    queryFn: ({ signal }) => call("connections", "listGaps", { params: { whatsappId } }, { signal }),
    staleTime: 0,
    meta: { live: true },
  });

/** Changes the loaded list, if one is loaded. */
export function updateConnections(client: QueryClient, change: (list: readonly Connection[]) => readonly Connection[]): void {
  client.setQueryData(connectionsQuery.queryKey, (list) => list && change(list));
}

import { isWholeConnection, type AnyConnectionView } from "@balcao/contracts/connections";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";

/**
 * A connection as this person may see it: with all fields for administrators, else the short view.
 */
export type Connection = AnyConnectionView;

/** Whether the view has all fields, which only administrators see. */
export const isWhole = isWholeConnection;

/** Every connection of the installation, updated by events. */
export const connectionsQuery = queryOptions({
  queryKey: ["connections"],
  queryFn: ({ signal }) => call("connections", "list", {}, { signal }),
  meta: { live: true },
});

/**
 * The connections with an unresolved gap that may have cost messages; only administrators receive
 * gaps.
 */
export const toLosses = (list: readonly Connection[]) =>
  list.flatMap((connection) =>
    isWhole(connection) && connection.unresolvedGap !== null ? [{ connection, gap: connection.unresolvedGap }] : [],
  );

/** The events of a connection's gateway that could not be applied. */
export const parkedQuery = (whatsappId: number) =>
  queryOptions({
    queryKey: ["connections", whatsappId, "parked"],
    queryFn: ({ signal }) => call("connections", "listParked", { params: { whatsappId } }, { signal }),
    meta: { live: true },
  });

/** The gaps of a connection, for administrators; read again after each event of its session. */
export const gapsQuery = (whatsappId: number) =>
  queryOptions({
    queryKey: ["connections", whatsappId, "gaps"],
    queryFn: ({ signal }) => call("connections", "listGaps", { params: { whatsappId } }, { signal }),
    staleTime: 0,
    meta: { live: true },
  });

/** Changes the list if it is loaded. */
export function updateConnections(client: QueryClient, change: (list: readonly Connection[]) => readonly Connection[]): void {
  client.setQueryData(connectionsQuery.queryKey, (list) => list && change(list));
}

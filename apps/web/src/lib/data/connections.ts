import type { ConnectionShortView, ConnectionView } from "@balcao/contracts/connections";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { ServerEvent } from "@balcao/contracts/realtime";
import { call } from "../api";

/** A connection as this person may see it: administrators see the whole (D-139). */
export type Connection = ConnectionView | ConnectionShortView;

/** Whether this is the whole connection, which only administrators see. */
export const isWhole = (connection: Connection): connection is ConnectionView => "statusReason" in connection;

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

/** When a number was away, for administrators; refetched when its session has news. */
export const gapsQuery = (whatsappId: number) =>
  queryOptions({
    queryKey: ["connections", whatsappId, "gaps"],
    queryFn: ({ signal }) => call("connections", "listGaps", { params: { whatsappId } }, { signal }),
    staleTime: 0,
    meta: { live: true },
  });

const isOlder = (news: { readonly updatedAt: string }, known: { readonly updatedAt: string }) => news.updatedAt < known.updatedAt;

/** The list after a `whatsapp` event: added, replaced or gone; an older view changes nothing. */
export function applyConnectionEvent(list: readonly Connection[], event: ServerEvent<"whatsapp">): readonly Connection[] {
  if (event.action === "delete") return list.filter((connection) => connection.id !== event.whatsappId);
  const known = list.find((connection) => connection.id === event.whatsapp.id);
  if (!known) return [...list, event.whatsapp];
  if (isOlder(event.whatsapp, known)) return list;
  return list.map((connection) => (connection === known ? event.whatsapp : connection));
}

/** The list after a `whatsappSession` event: status, updatedAt, qrcode and retries change in place (CONN-024). */
export function applySessionEvent(list: readonly Connection[], { session }: ServerEvent<"whatsappSession">): readonly Connection[] {
  return list.map((connection) => {
    if (connection.id !== session.id || isOlder(session, connection)) return connection;
    const { status, retries, updatedAt, qrcode, number, statusReason, downSince, unresolvedGap } = session;
    return isWhole(connection)
      ? { ...connection, status, retries, updatedAt, qrcode, number, statusReason, downSince, unresolvedGap }
      : { ...connection, status, retries, updatedAt };
  });
}

/** Changes the loaded list, if one is loaded. */
export function updateConnections(client: QueryClient, change: (list: readonly Connection[]) => readonly Connection[]): void {
  client.setQueryData(connectionsQuery.queryKey, (list) => list && change(list));
}

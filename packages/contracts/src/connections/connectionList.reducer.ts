import type { ConnectionEvent, ConnectionSessionEvent } from "../realtime/events.js";
import type { ConnectionShortView, ConnectionView } from "./connections.views.js";

/** A connection as this person may see it: administrators see the whole (D-139). */
export type AnyConnectionView = ConnectionView | ConnectionShortView;

/** Whether this is the whole connection, which only administrators see. */
export const isWholeConnection = (connection: AnyConnectionView): connection is ConnectionView => "statusReason" in connection;

const isOlder = (event: { readonly updatedAt: string }, known: { readonly updatedAt: string }) => event.updatedAt < known.updatedAt;

/** The list after a `whatsapp` event: added, replaced or gone. An older view changes nothing. */
export function applyConnectionEvent(list: readonly AnyConnectionView[], event: ConnectionEvent): readonly AnyConnectionView[] {
  if (event.action === "delete") return list.filter((connection) => connection.id !== event.whatsappId);
  const known = list.find((connection) => connection.id === event.whatsapp.id);
  if (!known) return [...list, event.whatsapp];
  if (isOlder(event.whatsapp, known)) return list;
  return list.map((connection) => (connection === known ? event.whatsapp : connection));
}

/** The list after a `whatsappSession` event: status, updatedAt, qrcode and retries change in place (CONN-024). */
export function applySessionEvent(list: readonly AnyConnectionView[], { session }: ConnectionSessionEvent): readonly AnyConnectionView[] {
  return list.map((connection) => {
    if (connection.id !== session.id || isOlder(session, connection)) return connection;
    const { status, retries, updatedAt, qrcode, number, statusReason, downSince, unresolvedGap, parkedEvents } = session;
    return isWholeConnection(connection)
      ? { ...connection, status, retries, updatedAt, qrcode, number, statusReason, downSince, unresolvedGap, parkedEvents }
      : { ...connection, status, retries, updatedAt };
  });
}

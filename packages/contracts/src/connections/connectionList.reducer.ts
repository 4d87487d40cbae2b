import type { ConnectionEvent, ConnectionSessionEvent } from "../live/events.js";
import type { ConnectionShortView, ConnectionView } from "./connections.views.js";

/**
 * A connection as this person may see it: with all fields for administrators, else the short view.
 */
export type AnyConnectionView = ConnectionView | ConnectionShortView;

/** Whether the view has all fields, which only administrators see. */
export const isWholeConnection = (connection: AnyConnectionView): connection is ConnectionView => "statusReason" in connection;

const isOlder = (event: { readonly updatedAt: string }, loaded: { readonly updatedAt: string }) => event.updatedAt < loaded.updatedAt;

/**
 * The list after a `whatsapp` event: the connection is added, replaced or removed. A view older
 * than the loaded one changes nothing.
 */
export function applyConnectionEvent(list: readonly AnyConnectionView[], event: ConnectionEvent): readonly AnyConnectionView[] {
  if (event.action === "delete") return list.filter((connection) => connection.id !== event.whatsappId);
  const loaded = list.find((connection) => connection.id === event.whatsapp.id);
  if (!loaded) return [...list, event.whatsapp];
  if (isOlder(event.whatsapp, loaded)) return list;
  return list.map((connection) => (connection === loaded ? event.whatsapp : connection));
}

/**
 * The list after a `whatsappSession` event, which updates status, updatedAt, qrcode and retries.
 */
export function applySessionEvent(list: readonly AnyConnectionView[], { session }: ConnectionSessionEvent): readonly AnyConnectionView[] {
  return list.map((connection) => {
    if (connection.id !== session.id || isOlder(session, connection)) return connection;
    const { status, retries, updatedAt, qrcode, number, statusReason, statusReasonUntil, downSince, unresolvedGap, parkedEvents, notices } =
      session;
    return isWholeConnection(connection)
      ? {
          ...connection,
          status,
          retries,
          updatedAt,
          qrcode,
          number,
          statusReason,
          statusReasonUntil,
          downSince,
          unresolvedGap,
          parkedEvents,
          notices,
        }
      : { ...connection, status, retries, updatedAt };
  });
}

import { formatPhone } from "@balcao/domain/contacts";
import { needsAttention } from "@balcao/domain/connections";
import { useState } from "react";
import { isWhole, type Connection } from "../../lib/data/connections";
import { CONNECTOR_NAMES } from "./connectorNames";

/** `API 3 · +55 (11) 98421-7730`; without a number, the text about the state instead. */
export function toSubtitle(connection: Connection, waiting: string, loggedOut: string): string {
  const number = isWhole(connection) ? connection.number : null;
  const fact = number
    ? formatPhone(number)
    : connection.status === "qrcode"
      ? waiting
      : connection.status === "LOGGEDOUT"
        ? loggedOut
        : null;
  return [CONNECTOR_NAMES[connection.api].name, fact].filter((part) => part !== null).join(" · ");
}

/** Connections that need attention first, then the default one, then by name. */
function compare(a: Connection, b: Connection): number {
  const rank = (connection: Connection) =>
    needsAttention(connection.status) || connection.status === "LOGGEDOUT" ? 0 : connection.isDefault ? 1 : 2;
  return rank(a) - rank(b) || a.name.localeCompare(b.name);
}

/**
 * The list in an order that is computed when connections are added or removed, not when their state
 * changes, so that rows do not move under the pointer.
 */
export function useSteadyOrder(list: readonly Connection[]): readonly Connection[] {
  const key = list
    .map((connection) => connection.id)
    .sort((a, b) => a - b)
    .join();
  const [frozen, setFrozen] = useState<{ readonly key: string; readonly ids: readonly number[] }>({ key: "", ids: [] });
  if (frozen.key !== key) setFrozen({ key, ids: [...list].sort(compare).map((connection) => connection.id) });
  const place = new Map(frozen.ids.map((id, index) => [id, index]));
  return [...list].sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
}

import i18next from "i18next";
import { readSessionReason, wayOut, type WayOut } from "@balcao/domain/connections";
import { isWhole, type Connection } from "../../lib/data/connections";
import { toKnownText } from "../../lib/api/errorText";
import { toDateAndClock } from "../../lib/time";

/** The state of a connection with its buttons; who sees no reasons gets those of the state. */
export const wayOutOf = (connection: Connection): WayOut =>
  wayOut(connection.api, connection.status, isWhole(connection) ? connection.statusReason : null);

/**
 * Why a connection needs attention, for administrators: the reason that its gateway reports, or
 * that Meta's messages are dropped.
 */
export function toReason(connection: Connection, metaOff: string): string | null {
  if (!isWhole(connection)) return null;
  if (connection.api === "cloud_api" && !connection.metaIntegration) return metaOff;
  return connection.statusReason === null ? null : toReasonText(connection.statusReason);
}

/** The sentence of a stored reason, in the person's language, with what the network said of it. */
export function toReasonText(reason: string): string {
  const known = readSessionReason(reason);
  return known ? i18next.t(`reason.${known.code}`, { ns: "connections", detail: known.detail }) : toKnownText(reason);
}

/**
 * The sentence of a connection's state and what the product does about it; null for people who see
 * no reasons, and where a number works without one.
 */
export function toWhy(connection: Connection): string | null {
  if (!isWhole(connection)) return null;
  const { status, statusReason, statusReasonUntil } = connection;
  if (status === "CONNECTED" && statusReason === null) return null;
  const ns = "connections";
  const sentence = statusReason === null ? i18next.t(`state.${status}`, { ns }) : toReasonText(statusReason);
  const { does } = wayOutOf(connection);
  const until = does === "rests" && statusReasonUntil !== null && new Date(statusReasonUntil) > new Date() ? statusReasonUntil : null;
  const next = until === null ? i18next.t(`does.${does}`, { ns }) : i18next.t("does.restsUntil", { ns, time: toDateAndClock(until) });
  return `${sentence} ${next}`;
}

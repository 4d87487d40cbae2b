import i18next from "i18next";
import { readSessionReason } from "@balcao/domain/connections";
import type { Connection } from "../../lib/data/connections";
import { toKnownText } from "../../lib/api/errorText";

/**
 * Why a connection needs attention, for administrators: the reason that its gateway reports, or
 * that Meta's messages are dropped.
 */
export function toReason(connection: Connection, metaOff: string): string | null {
  if (!("statusReason" in connection)) return null;
  if (connection.api === "cloud_api" && !connection.metaIntegration) return metaOff;
  return connection.statusReason === null ? null : toReasonText(connection.statusReason);
}

/** The sentence of a stored reason, in the person's language, with what the network said of it. */
export function toReasonText(reason: string): string {
  const known = readSessionReason(reason);
  return known ? i18next.t(`reason.${known.code}`, { ns: "connections", detail: known.detail }) : toKnownText(reason);
}

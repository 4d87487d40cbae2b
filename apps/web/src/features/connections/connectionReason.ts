import type { Connection } from "../../lib/data/connections";

/** Why a connection needs attention, for administrators: what its gateway reports, or that Meta's messages are dropped (D-148). */
export function toReason(connection: Connection, metaOff: string): string | null {
  if (!("statusReason" in connection)) return null;
  return connection.api === "cloud_api" && !connection.metaIntegration ? metaOff : connection.statusReason;
}

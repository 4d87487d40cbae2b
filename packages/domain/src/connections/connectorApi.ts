/** The four connectors, by the names that the wire and the database use (CONN-010). */
export const CONNECTOR_APIS = ["baileys", "wwebjs", "meow", "cloud_api"] as const;
export type ConnectorApi = (typeof CONNECTOR_APIS)[number];

/** The documented states of a connection's session (CONN-022). */
export const SESSION_STATUSES = ["qrcode", "PAIRING", "DISCONNECTED", "TIMEOUT", "OPENING", "LOGGEDOUT", "CONNECTED"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

const NEEDS_ATTENTION: ReadonlySet<SessionStatus> = new Set(["qrcode", "PAIRING", "DISCONNECTED", "TIMEOUT", "OPENING"]);

/**
 * Whether an administrator should look at a connection in this state; LOGGEDOUT does not count
 * (CONN-023, D-023).
 */
export function needsAttention(status: SessionStatus): boolean {
  return NEEDS_ATTENTION.has(status);
}

import { call } from "../../lib/api";
import type { SessionEnd } from "../../lib/session";
import { openingObstacle } from "./openingObstacle";

/**
 * Reads the person's own account again and returns why they may not open a ticket (D-062). Null
 * without an answer from the server.
 */
export async function findObstacle(userId: number, zone: string): Promise<SessionEnd | null> {
  const account = await call("users", "get", { params: { userId } }).catch(() => null);
  return account && "startTime" in account ? openingObstacle(account, new Date(), zone) : null;
}

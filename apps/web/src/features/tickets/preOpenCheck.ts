import { call } from "../../lib/api";
import type { SessionEnd } from "../../lib/session";
import { openingObstacle } from "./openingObstacle";

/** Reads one's own account afresh and says what stands against opening a ticket (D-062); without an answer, nothing. */
export async function findObstacle(userId: number, zone: string): Promise<SessionEnd | null> {
  const account = await call("users", "get", { params: { userId } }).catch(() => null);
  return account && "startTime" in account ? openingObstacle(account, new Date(), zone) : null;
}

import type { UserView } from "@balcao/contracts/users";
import { isWorkingTime } from "@balcao/domain/calendar";
import { call } from "../../lib/api";
import type { SessionEnd } from "../../lib/session";

type Account = Pick<UserView, "active" | "profile" | "startTime" | "endTime" | "weekdays" | "saturday" | "sunday" | "holidays">;

/** Why a person may not open a ticket now, or null (TICKET-023…TICKET-028). */
export function openingObstacle(account: Account, now: Date, zone: string): SessionEnd | null {
  if (!account.active) return "ERR_USER_NO_ACTIVE";
  return isWorkingTime(account, now, zone) ? null : "ERR_INVALID_WORKING_TIME";
}

/** Reads one's own account afresh and says what stands against opening a ticket (D-062); without an answer, nothing. */
export async function findObstacle(userId: number, zone: string): Promise<SessionEnd | null> {
  const account = await call("users", "get", { params: { userId } }).catch(() => null);
  return account && "startTime" in account ? openingObstacle(account, new Date(), zone) : null;
}

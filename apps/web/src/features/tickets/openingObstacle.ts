import type { UserView } from "@balcao/contracts/users";
import { isWorkingTime } from "@balcao/domain/calendar";
import type { SessionEnd } from "../../lib/session";

type Account = Pick<UserView, "active" | "profile" | "startTime" | "endTime" | "weekdays" | "saturday" | "sunday" | "holidays">;

/** Why a person may not open a ticket now, or null (TICKET-023…TICKET-028). */
export function openingObstacle(account: Account, now: Date, zone: string): SessionEnd | null {
  if (!account.active) return "ERR_USER_NO_ACTIVE";
  return isWorkingTime(account, now, zone) ? null : "ERR_INVALID_WORKING_TIME";
}

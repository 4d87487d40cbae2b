import type { NowPersonView } from "@balcao/contracts/dashboard";

/** The one word for a person: set away goes before hours, hours before the connection. */
export function personState({ takesShares, isWorking, status }: NowPersonView): "setAway" | "offHours" | NowPersonView["status"] {
  if (!takesShares) return "setAway";
  return isWorking || status === "offline" ? status : "offHours";
}

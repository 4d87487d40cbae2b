import type { OwnedTicketsView } from "@balcao/contracts/users";
import { countOwnedTickets } from "@balcao/database/tickets";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { accessUser } from "./accessUser.js";

/** Counts the live tickets of a person per queue. Throws ERR_NO_USER_FOUND. */
export async function listOwnedTickets(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  { userId }: { readonly userId: number },
): Promise<readonly OwnedTicketsView[]> {
  const user = accessUser(services, ctx, userId);
  const keys = [0, ...services.directory.current().queues.keys()];
  const counts = await countOwnedTickets(services.database.sql, user.id, keys);
  return counts.map(({ queueKey, count }) => ({ queueId: queueKey === 0 ? null : queueKey, count }));
}

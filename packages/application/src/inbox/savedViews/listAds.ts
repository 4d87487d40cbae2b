import { viewCondition } from "@balcao/domain/savedViews";
import type { AdView } from "@balcao/contracts/savedViews";
import { listAds } from "@balcao/database/tickets";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/** The advertisements that a view can ask for: those of the newest conversations in the person's own lists (D-613). */
export function listSeenAds(services: Services, { actor }: Ctx): Promise<readonly AdView[]> {
  const { settings, usersByProfile } = services.directory.current();
  return listAds(services.database.sql, viewCondition(actor, settings, { queueIds: [], owner: null }, usersByProfile));
}

import { exportRatings, listContactRatings, listRatings, summarizeRatings } from "@balcao/application/inbox/ratings";
import type { Services } from "@balcao/application/ground/kernel";
import { commandOf, type FeatureHandlers } from "../http/handler.js";

/** What customers thought of the service. */
export function ratingHandlers(services: Services): FeatureHandlers<"ratings"> {
  const run = commandOf(services);
  return {
    list: run(listRatings),
    summary: run(summarizeRatings),
    export: run(exportRatings),
    ofContact: run(listContactRatings),
  };
}

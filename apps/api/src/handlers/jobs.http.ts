import { dismissJob, listOwnJobs, stopJob } from "@balcao/application/ground/jobs";
import type { Services } from "@balcao/application/ground/kernel";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** The person's own long work. */
export function jobHandlers(services: Services): FeatureHandlers<"jobs"> {
  const run = commandOf(services);
  return {
    list: signedIn((ctx) => listOwnJobs(services, ctx)),
    stop: run(stopJob),
    dismiss: run(dismissJob),
  };
}

import { route } from "../route/route.js";
import { jobPaths, type JobView } from "./index.js";

/** The person's own long work (added): how far it is, and stopping it. */
export const jobRoutes = {
  list: route<readonly JobView[]>()(jobPaths.list, { policy: "signedIn", toInput: () => null }),
  /** What it has written stays. */
  stop: route<{ readonly message: string }>()(jobPaths.stop, {
    policy: "signedIn",
    toInput: ({ params }) => ({ jobId: params.jobId }),
    errors: ["ERR_NOT_FOUND"],
  }),
  /** Deletes one that has ended. */
  dismiss: route<{ readonly message: string }>()(jobPaths.dismiss, {
    policy: "signedIn",
    toInput: ({ params }) => ({ jobId: params.jobId }),
    errors: ["ERR_NOT_FOUND"],
  }),
} as const;

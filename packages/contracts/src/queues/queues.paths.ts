import { path } from "../route/route.js";

export const queuePaths = {
  list: path("GET", "/queue"),
  get: path("GET", "/queue/:queueId"),
  /** Added: what the deletion of a queue would touch. */
  use: path("GET", "/queue/:queueId/use"),
  create: path("POST", "/queue"),
  change: path("PUT", "/queue/:queueId"),
  delete: path("DELETE", "/queue/:queueId"),
} as const;

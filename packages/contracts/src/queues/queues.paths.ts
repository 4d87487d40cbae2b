import { path } from "../route/route.js";

export const queuePaths = {
  list: path("GET", "/queue"),
  get: path("GET", "/queue/:queueId"),
  create: path("POST", "/queue"),
  change: path("PUT", "/queue/:queueId"),
  delete: path("DELETE", "/queue/:queueId"),
} as const;

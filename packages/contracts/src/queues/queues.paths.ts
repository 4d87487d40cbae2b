import { path } from "../route/route.js";

export const queuePaths = {
  list: path("GET", "/queue"),
  get: path("GET", "/queue/:queueId"),
  create: path("POST", "/queue"),
} as const;

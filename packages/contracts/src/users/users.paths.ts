import { path } from "../route/route.js";

export const userPaths = {
  list: path("GET", "/users"),
  get: path("GET", "/users/:userId"),
  create: path("POST", "/users"),
} as const;

import { path } from "../route/route.js";

export const userPaths = {
  list: path("GET", "/users"),
  get: path("GET", "/users/:userId"),
  create: path("POST", "/users"),
  change: path("PUT", "/users/:userId"),
  ownedTickets: path("GET", "/users/:userId/ownedTickets"),
  transfer: path("POST", "/users/transfer/:userId"),
  reset: path("POST", "/users/reset/:userId"),
  import: path("POST", "/users/import/:userId"),
  previewImport: path("POST", "/users/import/:userId/preview"),
  picture: path("POST", "/users/picture/:userId"),
  listSessions: path("GET", "/users/:userId/sessions"),
  endSession: path("DELETE", "/users/:userId/sessions/:session"),
  endSecondFactor: path("DELETE", "/users/:userId/second_factor"),
  changeShares: path("PUT", "/users/:userId/shares"),
  delete: path("DELETE", "/users/:userId"),
} as const;

import { path } from "../route/route.js";

export const contactPaths = {
  list: path("GET", "/contacts"),
  get: path("GET", "/contacts/:contactId"),
  group: path("GET", "/contact/group/:contactId"),
  create: path("POST", "/contacts"),
  findOrCreate: path("POST", "/contact"),
} as const;

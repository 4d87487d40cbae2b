import { path } from "../route/route.js";

export const privacyPaths = {
  preview: path("GET", "/contacts/:contactId/erasure"),
  erase: path("POST", "/contacts/:contactId/erasure"),
  export: path("POST", "/contacts/:contactId/data"),
  list: path("GET", "/erasures"),
  get: path("POST", "/erasures/:erasureId"),
  count: path("POST", "/retention"),
} as const;

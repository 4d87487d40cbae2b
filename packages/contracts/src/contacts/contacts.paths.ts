import { path } from "../route/route.js";

export const contactPaths = {
  list: path("GET", "/contacts"),
  get: path("GET", "/contacts/:contactId"),
  group: path("GET", "/contact/group/:contactId"),
  change: path("PUT", "/contacts/:contactId"),
  create: path("POST", "/contacts"),
  delete: path("DELETE", "/contacts/:contactId"),
  import: path("POST", "/contacts/import"),
  export: path("POST", "/contacts/export"),
  importDelegations: path("POST", "/contacts/delegation"),
  exportDelegations: path("POST", "/contacts/export/delegation"),
  /** Added: many at once, each as by its own call. */
  changeMany: path("POST", "/contacts/many/tags"),
  deleteMany: path("POST", "/contacts/many/delete"),
  clear: path("POST", "/contacts/clear"),
  optOut: path("POST", "/contacts/:contactId/optOut"),
  optIn: path("DELETE", "/contacts/:contactId/optOut"),
  duplicates: path("GET", "/contacts/duplicates"),
  previewMerge: path("GET", "/contacts/:contactId/merge/:otherId"),
  merge: path("POST", "/contacts/:contactId/merge/:otherId"),
  separate: path("POST", "/contacts/:contactId/separate/:otherId"),
  merges: path("GET", "/contacts/:contactId/merges"),
  undoMerge: path("POST", "/contacts/:contactId/merges/:mergeId/undo"),
  findOrCreate: path("POST", "/contact"),
} as const;

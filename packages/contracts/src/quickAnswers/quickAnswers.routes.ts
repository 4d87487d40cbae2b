import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { route } from "../route/route.js";
import { flag, integer, object, text } from "../route/wire.js";
import { quickAnswerPaths, type QuickAnswerListView, type QuickAnswerView } from "./index.js";

const limits = LIMITS.quickAnswer;

const fields = {
  shortcut: text(limits.shortcut.max).min(limits.shortcut.min, "min").required("required"),
  message: text(limits.message.max).min(limits.message.min, "min").required("required"),
  log: auditNote(),
};
const files = { field: "medias", maxFiles: 1 };

/** Quick answers, shared by everybody who is signed in (API-034…API-038, D-165, D-166). */
export const quickAnswerRoutes = {
  list: route<QuickAnswerListView>()(quickAnswerPaths.list, {
    policy: "signedIn",
    query: object({ searchParam: text(200), pageNumber: integer(1, 100_000) }),
    toInput: ({ query }) => ({ search: query.searchParam ?? "", pageNumber: query.pageNumber ?? 1 }),
  }),
  get: route<QuickAnswerView>()(quickAnswerPaths.get, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND"],
  }),
  create: route<QuickAnswerView>()(quickAnswerPaths.create, {
    policy: "signedIn",
    grows: true,
    body: object(fields),
    files,
    limitBytes: limits.bodyBytes,
    toInput: ({ body: { log, ...texts } }) => ({ texts, note: toAuditNote(log) }),
    errors: ["ERR_UPLOAD_LIMIT"],
  }),
  change: route<QuickAnswerView>()(quickAnswerPaths.change, {
    policy: "signedIn",
    grows: true,
    /** Without a file the stored one stays, unless the added field `removeMedia` says otherwise. */
    body: object({ ...fields, removeMedia: flag() }),
    files,
    limitBytes: limits.bodyBytes,
    toInput: ({ params, body: { log, removeMedia, ...texts } }) => ({
      ...params,
      texts,
      removeFile: removeMedia ?? false,
      note: toAuditNote(log),
    }),
    errors: ["ERR_NOT_FOUND", "ERR_UPLOAD_LIMIT"],
  }),
  delete: route<{ readonly message: string }>()(quickAnswerPaths.delete, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND"],
  }),
} as const;

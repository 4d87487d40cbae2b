import { route } from "../route/route.js";
import { id, object, text } from "../route/wire.js";
import { auditNote, relatedIds, toAuditNote } from "./auditNote.js";
import { logPaths } from "./log.paths.js";

/** A client's remark for the audit trail, flat or nested; nested fields win (D-227). */
export const logRoutes = {
  create: route<{ readonly message: string }>()(logPaths.create, {
    policy: "signedIn",
    body: object({
      descricao: text(10_000),
      origem: text(10_000),
      ticketId: id(),
      contactId: id(),
      queueId: id(),
      whatsappId: id(),
      messageId: id(),
      ...relatedIds(),
      log: auditNote(),
    }),
    toInput: ({ body: { log, ...flat } }) => ({ note: toAuditNote(log) ?? toAuditNote(flat) }),
    errors: ["ERR_VALIDATION"],
  }),
} as const;

import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { route } from "../route/route.js";
import { id, integer, object, text } from "../route/wire.js";
import { protocolPaths, type ProtocolListView, type ProtocolView } from "./index.js";

const limits = LIMITS.protocol;

/**
 * Protocols (API-039 to API-044). Who may open the ticket sees its protocols; lists leave the
 * others out.
 */
export const protocolRoutes = {
  list: route<ProtocolListView>()(protocolPaths.list, {
    policy: "signedIn",
    query: object({
      searchParam: text(200),
      pageNumber: integer(1, 100_000),
      /** Has no effect: the session decides what is listed. */
      user: text(200),
    }),
    toInput: ({ query }) => ({ search: query.searchParam ?? "", pageNumber: query.pageNumber ?? 1 }),
  }),
  ofTicket: route<readonly ProtocolView[]>()(protocolPaths.ofTicket, {
    policy: "ticket",
    toInput: ({ params }) => params,
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
  ofContact: route<readonly ProtocolView[]>()(protocolPaths.ofContact, {
    policy: "signedIn",
    /** Added: a page of CONTACT_PAGE; without it the newest 100, as the documented client expects. */
    query: object({ pageNumber: integer(1, 100_000) }),
    toInput: ({ params, query }) => ({ ...params, pageNumber: query.pageNumber ?? null }),
  }),
  get: route<ProtocolView>()(protocolPaths.get, {
    policy: "ticket",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND", "ERR_NO_PERMISSION"],
  }),
  create: route<ProtocolView>()(protocolPaths.create, {
    policy: "ticket",
    grows: true,
    body: object({ contactId: id().required("required"), ticketId: id().required("required"), log: auditNote() }),
    toInput: ({ body: { log, ...ids } }) => ({ ...ids, note: toAuditNote(log) }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION", "ERR_NO_WAPP_FOUND", "ERR_WAPP_INVALID_CONTACT"],
  }),
  change: route<ProtocolView>()(protocolPaths.change, {
    policy: "ticket",
    /** Other fields of the documented body have no effect. */
    body: object({
      mensagem: text(limits.message.max).min(limits.message.min, "min").required("required"),
      log: auditNote(),
    }),
    toInput: ({ params, body }) => ({ ...params, message: body.mensagem, note: toAuditNote(body.log) }),
    errors: ["ERR_NOT_FOUND", "ERR_NO_PERMISSION"],
  }),
} as const;

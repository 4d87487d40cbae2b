import { LIMITS } from "@balcao/domain/limits";
import { LIST_STATUSES, TICKET_STATUSES } from "@balcao/domain/tickets";
import { route } from "../route/route.js";
import { activityCursor, day, flag, id, idList, idOrNone, integer, object, text, textOrFlag } from "../route/wire.js";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { ticketPaths } from "./tickets.paths.js";
import type { OtherTicketView, TicketListView, TicketView } from "./tickets.views.js";

const limits = LIMITS.ticket;

const listQuery = object({
  searchParam: text(200),
  /** Added: the key of the last ticket of the page before, which stays right while tickets move. */
  cursor: activityCursor(),
  pageNumber: integer(1, 100_000),
  status: text(20).oneOf([...new Set([...LIST_STATUSES, ...TICKET_STATUSES])], "oneOf"),
  date: day(),
  showAll: flag(),
  limit: integer(1, 50_000),
  queueIds: idList(),
  withUnreadMessages: flag(),
  firstDate: day(),
  lastDate: day(),
  isGroup: flag(),
});

const createBody = object({
  contactId: id().required("required"),
  queueId: id(),
  whatsappId: id(),
  userId: id(),
  status: text(20).oneOf(["open"], "oneOf"),
});

const changeBody = object({
  status: text(20).oneOf([...TICKET_STATUSES], "oneOf"),
  userId: idOrNone(),
  onlyClose: flag(),
  log: auditNote(),
  queueId: idOrNone(),
  whatsappId: id(),
  transferMessage: textOrFlag(limits.message).nullable(),
  recoverMessages: flag(),
  comment: text(limits.comment),
  pauseTag: text(limits.pauseTag),
  pauseMessage: text(limits.message),
});

/** Tickets (API-009, API-011…API-014). */
export const ticketRoutes = {
  list: route<TicketListView>()(ticketPaths.list, {
    policy: "signedIn",
    query: listQuery,
    toHouse: ({ query }) => ({ ...query, pageNumber: query.pageNumber ?? 1, showAll: query.showAll ?? false }),
  }),
  byContact: route<TicketView | OtherTicketView>()(ticketPaths.byContact, {
    policy: "signedIn",
    query: object({ whatsappId: id() }),
    toHouse: ({ params, query }) => ({ contactId: params.contactId, connectionId: query.whatsappId }),
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
  get: route<TicketView>()(ticketPaths.get, {
    policy: "ticket",
    toHouse: ({ params }) => ({ ticketId: params.ticketId }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
  create: route<TicketView>()(ticketPaths.create, {
    policy: "signedIn",
    body: createBody,
    toHouse: ({ body }) => ({ contactId: body.contactId, queueId: body.queueId, connectionId: body.whatsappId, userId: body.userId }),
    errors: [
      "ERR_NO_CONTACT_FOUND",
      "ERR_QUEUE_REQUIRED",
      "ERR_CONNECTION_REQUIRED",
      "ERR_OTHER_OPEN_TICKET",
      "ERR_NO_PERMISSION",
      "ERR_WORKING_USER_REQUIRED",
    ],
  }),
  change: route<TicketView>()(ticketPaths.change, {
    policy: "ticket",
    body: changeBody,
    toHouse: ({ params, body: { log, ...patch } }) => ({ ticketId: params.ticketId, patch, note: toAuditNote(log) }),
    errors: [
      "ERR_NO_TICKET_FOUND",
      "ERR_NO_PERMISSION",
      "ERR_TICKET_TRANSITION",
      "ERR_TICKET_TAKEN",
      "ERR_OTHER_OPEN_TICKET",
      "ERR_PAUSE_FIELDS",
      "ERR_TRANSFER_FIELDS",
      "ERR_QUEUE_REQUIRED",
      "ERR_WORKING_USER_REQUIRED",
    ],
  }),
} as const;

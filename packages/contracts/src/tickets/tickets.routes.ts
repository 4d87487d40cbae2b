import { AUTOMATIC_REASONS, CLOSING_LIMITS, NO_REASON } from "@balcao/domain/closing";
import { LIMITS } from "@balcao/domain/limits";
import { VIEW_LIMITS } from "@balcao/domain/savedViews";
import { LIST_STATUSES, TICKET_STATUSES } from "@balcao/domain/tickets";
import { route } from "../route/route.js";
import { activityCursor, day, flag, id, idList, idOrNone, integer, isInstant, object, text, textOrFlag } from "../route/wire.js";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { AI_ERRORS } from "../errors/index.js";
import { TICKET_ORDERS } from "./ticketList.reducer.js";
import { ticketPaths } from "./tickets.paths.js";
import { UNTIL_MESSAGE } from "./ticketIntent.codec.js";
import { SUMMARY_LANGUAGES } from "./summaryLanguages.js";
import type {
  ContactTicketsView,
  NextTicketView,
  OtherTicketView,
  TicketDecisionView,
  TicketFactsListView,
  TicketIdsView,
  TicketListView,
  TicketsDoneView,
  TicketSearchView,
  TicketSummaryView,
  TicketView,
} from "./tickets.views.js";

const limits = LIMITS.ticket;

/** The requested list or status; empty text counts as absent. */
const listStatus = () =>
  text(20)
    .transform((value: unknown) => (value === "" ? undefined : value))
    .oneOf([...new Set([...LIST_STATUSES, ...TICKET_STATUSES])], "oneOf");

const listQuery = object({
  searchParam: text(200),
  /**
   * Added: the cursor of the last ticket of the previous page. Unlike a page number it stays
   * correct while tickets move.
   */
  cursor: activityCursor(),
  pageNumber: integer(1, 100_000),
  status: listStatus(),
  date: day(),
  showAll: flag(),
  /**
   * Beyond 100 only for administrators with `firstDate` and `lastDate`, who get facts without names.
   */
  limit: integer(1, 50_000),
  queueIds: idList(),
  /** Added: `wait` shows the waiting tickets by who has waited longest, with `status=pending` and no other filter (D-341). */
  order: text(20).oneOf([...TICKET_ORDERS], "oneOf"),
  withUnreadMessages: flag(),
  firstDate: day(),
  lastDate: day(),
  isGroup: flag(),
  /** Added: the id of a saved view, which says itself what is listed and in which order; of the others only the page counts (D-553). */
  view: id(),
});

/** A reason of closing as lists and figures name it; empty text counts as absent. */
export const closingKey = () =>
  text(20)
    .transform((value: unknown) => (value === "" ? undefined : value))
    .test("reason", "reason", (value) => value === undefined || value === NO_REASON || isAutomatic(value) || /^[1-9]\d{0,8}$/.test(value));

const isAutomatic = (word: string): boolean => AUTOMATIC_REASONS.some((each) => each === word);

const searchQuery = object({
  searchParam: text(200),
  searchContact: text(200),
  /** A part of the name of a queue, or ids of queues. */
  searchQueue: text(2_000),
  searchWhatsapp: text(200),
  searchUser: idList(),
  searchTag: idList(),
  /** Added: the id of a reason of closing, the word of an automatic one, or `none` for closed tickets without one. */
  searchReason: closingKey(),
  /** Added: only what began with an advertisement; `searchAd` with this one, named as a view names it (D-693). */
  searchFromAd: flag(),
  searchAd: text(VIEW_LIMITS.ad),
  status: listStatus(),
  /** Has no effect: a search includes every ticket that the person may open. */
  showAll: flag(),
  queueIds: idList(),
});

const createBody = object({
  contactId: id().required("required"),
  queueId: id(),
  whatsappId: id(),
  userId: id(),
  status: text(20).oneOf(["open"], "oneOf"),
});

const changeFields = () => ({
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
  /** Added: an instant to come, or `message` (D-440). */
  snoozeUntil: text(40).test("date", "date", (value) => !value || value === UNTIL_MESSAGE || isInstant(value)),
  pauseMessage: text(limits.message),
  /** Added: why it is closed, of the reasons that are offered for its queue, and a note (D-501). */
  reasonId: id(),
  closingNote: text(CLOSING_LIMITS.note),
});

/** Tickets that are changed together: at least one, at most `LIMITS.ticket.many`. */
const manyBody = object({
  ticketIds: idList(limits.many).required("required").min(1, "required"),
  ...changeFields(),
  addedTagIds: idList(),
  read: flag(),
});

type ManyBody = (typeof manyBody)["__outputType"];

/** One thing is done to all of them. */
function toWork({ ticketIds: _ids, read, addedTagIds = [], log: _log, ...patch }: ManyBody) {
  if (read === true) return { kind: "read" } as const;
  return addedTagIds.length > 0 ? ({ kind: "tag", tagIds: addedTagIds } as const) : ({ kind: "change", patch } as const);
}

/** Queues by ids, separated by commas or as JSON, or by a part of their name. */
function toQueueChoice(written: string): { readonly ids: readonly number[] } | { readonly name: string } {
  const ids = written
    .replace(/^\[|\]$/g, "")
    .split(",")
    .map((part) => part.trim());
  return written !== "" && ids.every((part) => /^\d{1,9}$/.test(part)) ? { ids: ids.map(Number) } : { name: written };
}

/** Tickets (API-011…API-015). */
export const ticketRoutes = {
  list: route<TicketListView | TicketFactsListView>()(ticketPaths.list, {
    policy: "signedIn",
    query: listQuery,
    toInput: ({ query }) => ({ ...query, pageNumber: query.pageNumber ?? 1, showAll: query.showAll ?? false }),
    errors: ["ERR_NOT_FOUND"],
  }),
  search: route<TicketSearchView>()(ticketPaths.search, {
    policy: "signedIn",
    query: searchQuery,
    toInput: ({ query }) => ({
      message: query.searchParam ?? "",
      contact: query.searchContact ?? "",
      queue: toQueueChoice(query.searchQueue ?? ""),
      connection: query.searchWhatsapp ?? "",
      userIds: query.searchUser,
      tagIds: query.searchTag,
      reason: query.searchReason ?? null,
      fromAd: query.searchFromAd ?? false,
      ad: query.searchAd || null,
      status: query.status,
      queueIds: query.queueIds,
    }),
  }),
  /** Added: the ids of a list as it is now, for what is done to all of it. */
  ids: route<TicketIdsView>()(ticketPaths.ids, {
    policy: "signedIn",
    query: object({ status: listStatus().required("required"), showAll: flag(), queueIds: idList(), view: id() }),
    toInput: ({ query }) => ({
      ...{ status: query.status, showAll: query.showAll ?? false, queueIds: query.queueIds ?? null },
      view: query.view,
    }),
    errors: ["ERR_NOT_FOUND"],
  }),
  /** Added: the waiting ticket whose customer has waited longest, of those that the list "pending" shows under the same choice. */
  next: route<NextTicketView>()(ticketPaths.next, {
    policy: "signedIn",
    query: object({ showAll: flag(), queueIds: idList() }),
    toInput: ({ query }) => ({ showAll: query.showAll ?? false, queueIds: query.queueIds ?? null }),
  }),
  /** Added: the tickets that the person is invited to, newest activity first, at most 100 (D-552). */
  invited: route<readonly TicketView[]>()(ticketPaths.invited, { policy: "signedIn", toInput: () => null }),
  byContact: route<TicketView | OtherTicketView>()(ticketPaths.byContact, {
    policy: "signedIn",
    query: object({ whatsappId: id() }),
    toInput: ({ params, query }) => ({ contactId: params.contactId, connectionId: query.whatsappId }),
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
  /** Added: the tickets of a contact that the person may open, newest first, a page at a time. */
  ofContact: route<ContactTicketsView>()(ticketPaths.ofContact, {
    policy: "signedIn",
    query: object({ before: id() }),
    toInput: ({ params, query }) => ({ contactId: params.contactId, before: query.before }),
  }),
  get: route<TicketView>()(ticketPaths.get, {
    policy: "ticket",
    toInput: ({ params }) => ({ ticketId: params.ticketId }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
  /** Added: why the ticket is where it is. */
  decisions: route<readonly TicketDecisionView[]>()(ticketPaths.decisions, {
    policy: "ticket",
    toInput: ({ params }) => ({ ticketId: params.ticketId }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
  /**
   * `comment`, `language` and `stream` are added: whether the summary is stored as a comment, what it is
   * written in, and whether it comes in parts.
   */
  summarize: route<TicketSummaryView>()(ticketPaths.summarize, {
    policy: "ticket",
    grows: true,
    body: object({ comment: flag(), language: text(2).oneOf([...SUMMARY_LANGUAGES], "oneOf"), stream: flag() }),
    toInput: ({ params, body }) => ({
      ticketId: params.ticketId,
      asComment: body.comment ?? true,
      language: SUMMARY_LANGUAGES.find((each) => each === body.language) ?? "pt",
      inParts: body.stream ?? false,
    }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION", "ERR_AI_NOTHING", ...AI_ERRORS],
  }),
  create: route<TicketView>()(ticketPaths.create, {
    policy: "signedIn",
    body: createBody,
    toInput: ({ body }) => ({ contactId: body.contactId, queueId: body.queueId, connectionId: body.whatsappId, userId: body.userId }),
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
    body: object(changeFields()),
    toInput: ({ params, body: { log, ...patch } }) => ({ ticketId: params.ticketId, patch, note: toAuditNote(log) }),
    errors: [
      "ERR_NO_TICKET_FOUND",
      "ERR_NO_PERMISSION",
      "ERR_TICKET_TRANSITION",
      "ERR_TICKET_TAKEN",
      "ERR_TICKET_UNLINKED",
      "ERR_OTHER_OPEN_TICKET",
      "ERR_PAUSE_FIELDS",
      "ERR_TRANSFER_FIELDS",
      "ERR_QUEUE_REQUIRED",
      "ERR_WORKING_USER_REQUIRED",
    ],
  }),
  /**
   * Added: does one thing to many tickets, each as the call for one does and in a transaction of its own: the fields of a change, or tags
   * for their contacts, or `read`. A transfer without `whatsappId` keeps each ticket's connection. A repeat with the same Idempotency-Key
   * goes on where the first one ended.
   */
  changeMany: route<TicketsDoneView>()(ticketPaths.changeMany, {
    policy: "signedIn",
    body: manyBody,
    toInput: ({ body }) => ({ ticketIds: body.ticketIds, work: toWork(body), note: toAuditNote(body.log) }),
    errors: ["ERR_NO_PERMISSION", "ERR_JOB_RUNNING", "ERR_JOB_STOPPED"],
    grows: true,
  }),
  /** Added: one message counts as unread until the ticket's reader looks at it again. */
  markUnread: route<TicketView>()(ticketPaths.markUnread, {
    policy: "ticket",
    toInput: ({ params }) => ({ ticketId: params.ticketId }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
  /** Added: invites a colleague to a live ticket, and mentions them in a comment with these words (D-550). */
  invite: route<TicketView>()(ticketPaths.invite, {
    policy: "ticket",
    body: object({ userId: id().required("required"), comment: text(limits.comment), log: auditNote() }),
    toInput: ({ params, body }) => ({
      ticketId: params.ticketId,
      userId: body.userId,
      comment: body.comment ?? "",
      note: toAuditNote(body.log),
    }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION", "ERR_INVITED_USER", "ERR_TICKET_TRANSITION"],
  }),
  /** Added: takes an invitation back; the invited person leaves by it (D-551). */
  endInvitation: route<{ readonly message: string }>()(ticketPaths.endInvitation, {
    policy: "ticket",
    body: object({ log: auditNote() }),
    toInput: ({ params, body }) => ({ ticketId: params.ticketId, userId: params.userId, note: toAuditNote(body.log) }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
  /** With its messages and files, unless it has a protocol. */
  delete: route<{ readonly message: string }>()(ticketPaths.delete, {
    policy: "admin",
    body: object({ log: auditNote() }),
    toInput: ({ params, body }) => ({ ticketId: params.ticketId, note: toAuditNote(body.log) }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_TICKET_HAS_PROTOCOL"],
  }),
} as const;

import { route } from "../route/route.js";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { exactText, flag, id, idList, integer, object, reference, text } from "../route/wire.js";
import { messagePaths } from "./messages.paths.js";
import type { DeletedMessageView, ForwardedView, MessagePageView, MessageView } from "./messages.views.js";

/** As many as WhatsApp's own apps let people choose at once, and some. */
const MOST_RECIPIENTS = 50;

const pageQuery = object({
  pageNumber: integer(1, 1_000_000),
  /** Added: the page before this message, which stays right while new ones arrive. */
  before: id(),
  /** Added: everything after this message, for a client that was away. */
  after: id(),
  ios: flag(),
  userId: id(),
});

const sendBody = object({
  body: exactText(65_536),
  read: flag(),
  fromMe: flag(),
  userId: id(),
  mediaUrl: text(2_000).nullable(),
  quotedMsg: reference(),
  editedMsg: reference(),
  /** Added: a voice note among the files. */
  voice: flag(),
});

const toPage = ({
  params,
  query,
}: {
  params: { ticketId: number };
  query: { pageNumber?: number | undefined; before?: number | undefined; after?: number | undefined; ios?: boolean | undefined };
}) => ({
  ticketId: params.ticketId,
  pageNumber: query.pageNumber ?? 1,
  before: query.before,
  after: query.after,
  ios: query.ios === true,
});

/** Messages of a ticket (API-019…API-025; the reaction is added). The sender is the session's user: `userId`, `fromMe` and `read` of a body are not believed (S-22, S-24). */
export const messageRoutes = {
  listForIos: route<MessagePageView>()(messagePaths.listForIos, {
    policy: "ticket",
    query: pageQuery,
    toHouse: toPage,
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
  list: route<MessagePageView>()(messagePaths.list, {
    policy: "ticket",
    query: pageQuery,
    toHouse: toPage,
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
  send: route<MessageView | readonly MessageView[]>()(messagePaths.send, {
    policy: "ticket",
    grows: true,
    body: sendBody,
    files: { field: "medias", maxFiles: 10 },
    limitBytes: 256 * 1024,
    toHouse: ({ params, body }) => ({
      ticketId: params.ticketId,
      body: body.body ?? "",
      quotedMessageId: body.quotedMsg,
      mediaUrl: body.mediaUrl ?? null,
      voice: body.voice ?? false,
    }),
    errors: [
      "ERR_NO_TICKET_FOUND",
      "ERR_NO_PERMISSION",
      "ERR_TICKET_NOT_OPEN",
      "ERR_UPLOAD_LIMIT",
      "ERR_WAPP_DOWNLOAD_MEDIA_DENIED",
      "ERR_CREATING_MESSAGE",
      "ERR_FETCH_WAPP_MSG",
    ],
  }),
  change: route<MessageView>()(messagePaths.change, {
    policy: "ticket",
    body: sendBody,
    limitBytes: 256 * 1024,
    toHouse: ({ params, body }) => ({ ticketId: params.ticketId, messageId: body.editedMsg, body: body.body ?? "" }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION", "ERR_TICKET_NOT_OPEN", "ERR_FETCH_WAPP_MSG", "ERR_GATEWAY", "ERR_GATEWAY_TIMEOUT"],
  }),
  delete: route<DeletedMessageView>()(messagePaths.delete, {
    policy: "ticket",
    toHouse: ({ params }) => ({ messageId: params.messageId }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION", "ERR_TICKET_NOT_OPEN", "ERR_DELETE_WAPP_MSG", "ERR_GATEWAY_TIMEOUT"],
  }),
  sendCard: route<MessageView>()(messagePaths.sendCard, {
    policy: "ticket",
    grows: true,
    body: object({ contactId: id().required("required") }),
    toHouse: ({ params, body }) => ({ ticketId: params.ticketId, contactId: body.contactId }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION", "ERR_TICKET_NOT_OPEN", "ERR_NO_CONTACT_FOUND"],
  }),
  forward: route<ForwardedView>()(messagePaths.forward, {
    policy: "ticket",
    grows: true,
    body: object({ contacts: idList().required("required").min(1, "min").max(MOST_RECIPIENTS, "max"), log: auditNote() }),
    toHouse: ({ params, body }) => ({ messageId: params.messageId, contactIds: body.contacts, note: toAuditNote(body.log) }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION"],
  }),
  react: route<MessageView>()(messagePaths.react, {
    policy: "ticket",
    body: object({ emoji: text(32).required("required") }),
    toHouse: ({ params, body }) => ({ messageId: params.messageId, emoji: body.emoji }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION", "ERR_TICKET_NOT_OPEN", "ERR_GATEWAY", "ERR_GATEWAY_TIMEOUT"],
  }),
  reprocess: route<MessageView>()(messagePaths.reprocess, {
    policy: "ticket",
    body: object({
      reprocess: flag().required("required").oneOf([true], "oneOf"),
      id: id().required("required"),
      dataJson: exactText(65_536),
    }),
    limitBytes: 256 * 1024,
    toHouse: ({ params, body }) => ({ messageId: body.id, webhook: params.webhook }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION", "ERR_NOT_REPROCESSED"],
  }),
  settle: route<MessageView>()(messagePaths.settle, {
    policy: "ticket",
    grows: true,
    body: object({ action: text(10).oneOf(["resend", "discard"], "oneOf").required("required") }),
    toHouse: ({ params, body }) => ({ messageId: params.messageId, action: body.action }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION", "ERR_TICKET_NOT_OPEN"],
  }),
} as const;

import { CLOSING_LIMITS } from "@balcao/domain/closing";
import { LIMITS } from "@balcao/domain/limits";
import { AI_ERRORS, UPLOAD_ERRORS } from "../errors/index.js";
import { route } from "../route/route.js";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { exactText, flag, id, idList, idOrNone, integer, object, reference, text } from "../route/wire.js";
import { messagePaths } from "./messages.paths.js";
import { sendToContact } from "./sendToContact.route.js";
import { GALLERY_KINDS } from "@balcao/domain/messages";
import type {
  DeletedMessageView,
  ForwardedView,
  FoundMessagesView,
  GalleryView,
  MessageInfoView,
  MessagePageView,
  MessageView,
  QuarantinedView,
  TranscriptionView,
} from "./messages.views.js";

const pageQuery = object({
  pageNumber: integer(1, 1_000_000),
  /**
   * Added: the page before this message. Unlike a page number it stays correct while new messages
   * arrive.
   */
  before: id(),
  /** Added: the messages that follow this one, oldest first. */
  after: id(),
  /** Added: this message with those before and after it; 404 when the ticket has no such message. */
  around: id(),
  /** Added: the length of the page; a page around a message has its own. */
  limit: integer(1, 100),
  /** Added: the page is loaded before somebody looks at it, so that nothing is marked as read. */
  peek: flag(),
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
  /** Added: the files contain a voice note. */
  voice: flag(),
});

const newBody = sendBody.shape({
  /** Added: ids of the colleagues whom a comment mentions; refused in a message for the contact. */
  mentions: idList(LIMITS.message.mentions),
  /** Added: the quick answer whose files are sent with the text and whose deeds are done, all of it or nothing (D-531). */
  quickAnswerId: id(),
  /** Added, where its deeds close the ticket: another reason than theirs, or null for none; a note; and that the contact gets a protocol. */
  reasonId: idOrNone(),
  closingNote: text(CLOSING_LIMITS.note),
  protocol: flag(),
});

interface PageQuery {
  readonly pageNumber?: number | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly around?: number | undefined;
  readonly limit?: number | undefined;
  readonly peek?: boolean | undefined;
  readonly ios?: boolean | undefined;
}

const toPage = ({ params, query }: { params: { ticketId: number }; query: PageQuery }) => ({
  ticketId: params.ticketId,
  pageNumber: query.pageNumber ?? 1,
  before: query.before,
  after: query.after,
  around: query.around,
  limit: query.limit,
  peek: query.peek === true,
  ios: query.ios === true,
});

/** Returns the id of the message in a `dataJson`, or null; the rest of it is ignored (S-56). */
function messageIdIn(dataJson: string): number | null {
  try {
    const named: unknown = JSON.parse(dataJson);
    const value = typeof named === "object" && named !== null && "messageId" in named ? named.messageId : null;
    return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : null;
  } catch {
    return null;
  }
}

/**
 * Messages of a ticket (API-019…API-025; the reaction, the info and the file that is fetched again are added). The sender is the user of the
 * session: `userId`, `fromMe` and `read` of a body are ignored (S-24).
 */
export const messageRoutes = {
  listForIos: route<MessagePageView>()(messagePaths.listForIos, {
    policy: "ticket",
    query: pageQuery,
    toInput: toPage,
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION", "ERR_FETCH_WAPP_MSG"],
  }),
  search: route<FoundMessagesView>()(messagePaths.search, {
    policy: "ticket",
    query: object({ messageToSearch: text(200).required("required"), userId: id() }),
    toInput: ({ params, query }) => ({ ticketId: params.ticketId, text: query.messageToSearch }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
  /** Added: what was shared in a ticket, by kind, newest first; `before` is the last message of the page before. */
  gallery: route<GalleryView>()(messagePaths.gallery, {
    policy: "ticket",
    query: object({
      kind: text(20)
        .oneOf([...GALLERY_KINDS], "oneOf")
        .required("required"),
      before: id(),
    }),
    toInput: ({ params, query }) => ({ ticketId: params.ticketId, kind: query.kind, before: query.before }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
  info: route<MessageInfoView>()(messagePaths.info, {
    policy: "ticket",
    toInput: ({ params }) => ({ messageId: params.messageId }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION"],
  }),
  list: route<MessagePageView>()(messagePaths.list, {
    policy: "ticket",
    query: pageQuery,
    toInput: toPage,
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION", "ERR_FETCH_WAPP_MSG"],
  }),
  send: route<MessageView | readonly MessageView[]>()(messagePaths.send, {
    policy: "ticket",
    grows: true,
    body: newBody,
    files: { field: "medias", maxFiles: 10 },
    limitBytes: 256 * 1024,
    toInput: ({ params, body }) => ({
      ticketId: params.ticketId,
      body: body.body ?? "",
      quotedMessageId: body.quotedMsg,
      mediaUrl: body.mediaUrl ?? null,
      voice: body.voice ?? false,
      mentions: [...new Set(body.mentions)],
      macro:
        body.quickAnswerId === undefined
          ? null
          : {
              quickAnswerId: body.quickAnswerId,
              why: { reasonId: body.reasonId, closingNote: body.closingNote },
              protocol: body.protocol === true,
            },
    }),
    errors: [
      "ERR_NOT_FOUND",
      "ERR_DEED_GONE",
      "ERR_TICKET_TRANSITION",
      "ERR_QUEUE_REQUIRED",
      "ERR_CONNECTION_REQUIRED",
      "ERR_WORKING_USER_REQUIRED",
      "ERR_MENTIONED_USER",
      "ERR_NO_TICKET_FOUND",
      "ERR_NO_PERMISSION",
      "ERR_TICKET_NOT_OPEN",
      ...UPLOAD_ERRORS,
      "ERR_FILE_NOT_CARRIED",
      "ERR_CREATING_MESSAGE",
      "ERR_FETCH_WAPP_MSG",
    ],
  }),
  change: route<MessageView>()(messagePaths.change, {
    policy: "ticket",
    body: sendBody,
    limitBytes: 256 * 1024,
    toInput: ({ params, body }) => ({ ticketId: params.ticketId, messageId: body.editedMsg, body: body.body ?? "" }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION", "ERR_TICKET_NOT_OPEN", "ERR_FETCH_WAPP_MSG", "ERR_GATEWAY", "ERR_GATEWAY_TIMEOUT"],
  }),
  delete: route<DeletedMessageView>()(messagePaths.delete, {
    policy: "ticket",
    toInput: ({ params }) => ({ messageId: params.messageId }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION", "ERR_TICKET_NOT_OPEN", "ERR_DELETE_WAPP_MSG", "ERR_GATEWAY_TIMEOUT"],
  }),
  sendToContact,
  sendCard: route<MessageView>()(messagePaths.sendCard, {
    policy: "ticket",
    grows: true,
    body: object({ contactId: id().required("required") }),
    toInput: ({ params, body }) => ({ ticketId: params.ticketId, contactId: body.contactId }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION", "ERR_TICKET_NOT_OPEN", "ERR_NO_CONTACT_FOUND"],
  }),
  /**
   * `whatsappId` (added): the number of the live conversation of these contacts into which the message goes; a new conversation begins
   * on the number of the message alone.
   */
  forward: route<ForwardedView>()(messagePaths.forward, {
    policy: "ticket",
    grows: true,
    body: object({
      contacts: idList().required("required").min(1, "min").max(LIMITS.message.recipients, "max"),
      whatsappId: id(),
      log: auditNote(),
    }),
    toInput: ({ params, body }) => ({
      messageId: params.messageId,
      contactIds: body.contacts,
      connectionId: body.whatsappId,
      note: toAuditNote(body.log),
    }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION"],
  }),
  react: route<MessageView>()(messagePaths.react, {
    policy: "ticket",
    body: object({ emoji: text(32).required("required") }),
    toInput: ({ params, body }) => ({ messageId: params.messageId, emoji: body.emoji }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION", "ERR_TICKET_NOT_OPEN", "ERR_GATEWAY", "ERR_GATEWAY_TIMEOUT"],
  }),
  reprocess: route<MessageView>()(messagePaths.reprocess, {
    policy: "ticket",
    body: object({
      reprocess: flag().required("required").oneOf([true], "oneOf"),
      dataJson: exactText(65_536),
      /** Added: the id of the message, if `dataJson` is absent. */
      id: id(),
    }),
    limitBytes: 256 * 1024,
    toInput: ({ params, body }) => ({ messageId: body.id ?? messageIdIn(body.dataJson ?? ""), webhook: params.webhook }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION", "ERR_NOT_REPROCESSED"],
  }),
  /** Added: asks the network again for a file that could not be fetched; the event of the message says how that ends. */
  fetchMedia: route<MessageView>()(messagePaths.fetchMedia, {
    policy: "ticket",
    toInput: ({ params }) => ({ messageId: params.messageId }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION", "ERR_MEDIA_GONE"],
  }),
  /** Added: the address of a file that was refused for its danger; each call is audited (D-360). */
  openQuarantined: route<QuarantinedView>()(messagePaths.openQuarantined, {
    policy: "admin",
    toInput: ({ params }) => ({ messageId: params.messageId }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION"],
  }),
  transcribe: route<TranscriptionView>()(messagePaths.transcribe, {
    policy: "ticket",
    grows: true,
    toInput: ({ params }) => ({ messageId: params.messageId }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION", "ERR_AI_NO_AUDIO", ...AI_ERRORS],
  }),
  settle: route<MessageView>()(messagePaths.settle, {
    policy: "ticket",
    grows: true,
    body: object({ action: text(10).oneOf(["resend", "discard"], "oneOf").required("required") }),
    toInput: ({ params, body }) => ({ messageId: params.messageId, action: body.action }),
    errors: ["ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION", "ERR_TICKET_NOT_OPEN", "ERR_FILE_NOT_CARRIED"],
  }),
} as const;

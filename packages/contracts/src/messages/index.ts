import { path } from "../route/route.js";

export type {
  DeletedMessageView,
  ForwardedView,
  AckTimesView,
  MessageInfoView,
  FoundMessagesView,
  GalleryView,
  MediaView,
  MessagePageView,
  MessageView,
  QuarantinedView,
  QuotedView,
  ReactionView,
  ReactorView,
  SentToContactView,
  TranscriptionView,
} from "./messages.views.js";

/** Why a message of a program does not leave, as its call or the message itself says it (D-651). */
export const OUTSIDE_OBSTACLES = {
  right: { code: "ERR_NO_PERMISSION", message: "Quem enviou não pode mais escrever nesta conversa" },
  late: { code: "ERR_VALIDATION", message: "A mensagem esperou mais de um dia pela sua vez." },
  optedOut: { code: "ERR_VALIDATION", message: "Este contato não quer receber mensagens automáticas." },
  windowClosed: {
    code: "ERR_VALIDATION",
    message: "Fora da janela de 24 horas só chega um template com todos os valores preenchidos.",
  },
} as const;
export type OutsideObstacle = keyof typeof OUTSIDE_OBSTACLES;

export * from "./messagePages.reducer.js";

export const messagePaths = {
  listForIos: path("GET", "/messages/ios/:ticketId"),
  search: path("GET", "/messages/search/:ticketId"),
  gallery: path("GET", "/messages/gallery/:ticketId"),
  info: path("GET", "/messages/info/:messageId"),
  list: path("GET", "/messages/:ticketId"),
  send: path("POST", "/messages/:ticketId"),
  change: path("PUT", "/messages/:ticketId"),
  delete: path("DELETE", "/messages/:messageId"),
  sendToContact: path("POST", "/send"),
  sendCard: path("POST", "/messages/vcard/:ticketId"),
  forward: path("POST", "/messages/forward/:messageId"),
  react: path("POST", "/messages/reaction/:messageId"),
  reprocess: path("POST", "/whatsapp/meow/webhook/:webhook"),
  fetchMedia: path("POST", "/messages/media/:messageId"),
  openQuarantined: path("POST", "/messages/quarantine/:messageId"),
  transcribe: path("POST", "/messages/transcribe/:messageId"),
  settle: path("POST", "/messages/unconfirmed/:messageId"),
} as const;

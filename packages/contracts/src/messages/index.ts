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
export { OUTSIDE_OBSTACLES } from "./outsideObstacles.js";
export type { OutsideObstacle } from "./outsideObstacles.js";
export * from "./messagePages.reducer.js";

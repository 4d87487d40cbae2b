export { SENDING_STATES } from "./messages.views.js";
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
  QuotedView,
  ReactionView,
  ReactorView,
  SendingState,
  TranscriptionView,
} from "./messages.views.js";
export * from "./messagePages.reducer.js";

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
  TranscriptionView,
} from "./messages.views.js";
export * from "./messagePages.reducer.js";

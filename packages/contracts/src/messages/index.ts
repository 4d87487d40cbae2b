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
  TranscriptionView,
} from "./messages.views.js";
export * from "./messagePages.reducer.js";

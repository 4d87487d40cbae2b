export { SENDING_STATES } from "./messages.views.js";
export type {
  DeletedMessageView,
  ForwardedView,
  MediaView,
  MessagePageView,
  MessageView,
  QuotedView,
  ReactionView,
  SendingState,
} from "./messages.views.js";
export * from "./messagePages.reducer.js";

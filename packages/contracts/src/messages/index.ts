export { SENDING_STATES } from "./messages.views.js";
export type { MediaView, MessagePageView, MessageView, QuotedView, SendingState } from "./messages.views.js";
export * from "./messagePages.reducer.js";

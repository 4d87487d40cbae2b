export { CLOSE_DELAY_MS, onClosed, undoClose, useClosings } from "./closing";
export type { Closing } from "./closing";
export { browserDrafts, forgetDrafts, useDraft } from "./composer/drafts";
export { ConversationSkeleton } from "./ConversationSkeleton";
export { ChatPane, ConversationPane, preloadConversation } from "./lazyPane";
export type { NewTicketSeed } from "./newTicketSeed";
export { countOutgoing, resumeOutbox } from "./outbox";
export { useAccept } from "./useAccept";
export type { MessageVisit } from "./useMessageWindow";

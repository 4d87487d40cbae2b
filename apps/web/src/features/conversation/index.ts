export { CLOSE_DELAY_MS, onClosed, undoClose, useClosings } from "./closing";
export type { Closing } from "./closing";
export { useDraft } from "./composer/drafts";
export { ConversationPane } from "./ConversationPane";
export type { NewTicketSeed } from "./ConversationPane";
export { TicketDialog } from "./dialogs/TicketDialog";
export { resumeOutbox } from "./outbox";
export { useAccept } from "./useAccept";

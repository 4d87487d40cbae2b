export { CLOSE_DELAY_MS, onClosed, undoClose, useClosingQuestion, useClosings } from "./closing";
export type { Closing } from "./closing";
export { browserDrafts, forgetDrafts, useDraft } from "./composer/drafts";
export { ConversationSkeleton } from "./ConversationSkeleton";
export { ChatPane, ConversationPane, preloadConversation, SnoozeMark, TargetMark } from "./lazyPane";
export type { NewTicketSeed } from "./newTicketSeed";
export {
  ACTION_ICONS,
  isPause,
  PauseDialog,
  ProtocolDialog,
  ReasonDialog,
  ReasonQuestion,
  SnoozeQuestion,
  TransferDialog,
  TransferQuestion,
  useTicketActions,
  type MenuAction,
} from "./rowDoor";
export { resumeOutbox } from "./outboxDoor";
export { countOutgoing } from "./outgoing/unsent";
export { useAccept } from "./useAccept";
export type { MessageVisit } from "./useMessageWindow";

export { EDIT_WINDOW_MS, isEditable, isForwardable, isOwnMessage, mentionedDigits } from "./messageRules.js";
export type { MessageFacts } from "./messageRules.js";

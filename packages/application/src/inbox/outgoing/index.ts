export { insertAutomaticText } from "./automaticText.js";
export type { SentText, TextNames } from "./automaticText.js";
export { handoverOf, insertComment } from "./comment.js";
export { toContents, toContentsAgain } from "./contents.js";
export { insertOutgoing, OWN_AUTHOR, TEXT_TYPES, toDestination } from "./outgoing.js";
export type { Destination, OutgoingContent } from "./outgoing.js";

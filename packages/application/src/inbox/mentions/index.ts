export { listMentionable } from "./listMentionable.js";
export { listMentions } from "./listMentions.js";
export { readsMention, toMentionView } from "./readMentions.js";
export { markMentionsSeen, recordMentions, toMentioned, withdrawMentions } from "./writeMentions.js";

export { listMentionable } from "./listMentionable.js";
export { recordMentions, toMentioned } from "./writeMentions.js";

export { listMentionable } from "./listMentionable.js";
export type { Mentioned } from "./writeMentions.js";
export { recordMentions, toMentioned } from "./writeMentions.js";

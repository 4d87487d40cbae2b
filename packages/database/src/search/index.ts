export { beginsWithText, contactNeedles, containsContact, containsText, idArray, literal, patternOf } from "./literals.js";
export { openSearchPool, SearchAbandoned } from "./searchPool.js";
export type { AskSearch, SearchPool } from "./searchPool.js";

export { beginsWithText, contactNeedles, containsContact, containsText, holdsText, idArray, literal, patternOf } from "./literals.js";
export { openSearchPool, SearchAbandoned } from "./searchPool.js";
export type { AskSearch, SearchPool } from "./searchPool.js";

export { CLIENT_EVENTS, EVENT_AUDIENCES, PRESENCE_MODES } from "./events.js";
export type * from "./events.js";
export { applyName, type NamedKind, type NamedRow } from "./names.reducer.js";
export { applyRow } from "./rowList.reducer.js";

export { EVENT_AUDIENCES } from "./eventAudiences.js";
export { CLIENT_EVENTS, PRESENCE_MODES } from "./events.js";
export type * from "./events.js";
export { applyName, type NamedKind, type NamedRow } from "./names.reducer.js";
export { applyRow } from "./rowList.reducer.js";

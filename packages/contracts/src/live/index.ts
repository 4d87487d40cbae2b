export { CLIENT_EVENTS, EVENT_AUDIENCES, PRESENCE_MODES } from "./events.js";
export type * from "./events.js";
export { applyRow } from "./rowList.reducer.js";

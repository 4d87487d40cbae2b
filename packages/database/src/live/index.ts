export { deleteOldLiveEvents, insertLiveEvent, isKeptSince } from "./liveEvents.js";
export { readLiveEvents } from "./snapshotCursor.js";
export type { LiveEventRow, LiveRead } from "./snapshotCursor.js";

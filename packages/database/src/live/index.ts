export { deleteOldLiveEvents, insertLiveEvents, isKeptSince } from "./liveEvents.js";
export type { NewLiveEvent } from "./liveEvents.js";
export { readLiveEvents, readLiveEventsBetween } from "./snapshotCursor.js";
export type { LiveEventRow, LiveRead } from "./snapshotCursor.js";

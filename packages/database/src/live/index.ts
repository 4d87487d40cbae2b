export { insertLiveEvents } from "./liveEvents.js";
export type { NewLiveEvent } from "./liveEvents.js";
export { deleteStrayLiveEvents, detachLiveDay, dropDetachedLiveDays, isKeptSince, listOldLiveDays } from "./liveRetention.js";
export { readLiveEvents, readLiveEventsBetween } from "./snapshotCursor.js";
export type { LiveEventRow } from "./snapshotCursor.js";

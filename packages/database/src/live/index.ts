export { deleteOldLiveEvents, insertLiveEvent } from "./liveEvents.js";

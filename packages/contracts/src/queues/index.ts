export type { QueueDetailView, QueueView } from "./queues.views.js";
export { applyQueueEvent } from "./queueList.reducer.js";

export type { QueueDetailView, QueueView } from "./queues.views.js";

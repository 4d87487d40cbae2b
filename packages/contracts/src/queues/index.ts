export type { QueueDetailView, QueueUseView, QueueView } from "./queues.views.js";

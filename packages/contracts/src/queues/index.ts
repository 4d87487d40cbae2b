export type { QueueView } from "./queues.views.js";

export { createQueue, listQueues, toQueueView } from "./queues.js";
export type { NewQueueInput } from "./queues.js";

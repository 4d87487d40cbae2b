export { createQueue, getQueue, listQueues, toQueueView } from "./queues.js";
export type { NewQueueInput } from "./queues.js";

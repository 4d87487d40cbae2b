export { deleteQueue } from "./deleteQueue.js";
export { changeQueue, createQueue, getQueue, getQueueUse, listQueues, toQueueView } from "./queues.js";

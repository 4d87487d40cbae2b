export { deleteQueue } from "./deleteQueue.js";
export { changeQueue, createQueue, getQueue, listQueues, toQueueView } from "./queues.js";

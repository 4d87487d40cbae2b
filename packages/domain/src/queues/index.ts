export { byCustomOrder, DEFAULT_QUEUE, isSameQueueColor } from "./queueOrder.js";

export { recordSettledSends } from "./recordSettledSends.js";
export { createDispatcher } from "./dispatcher.js";
export { dispatchDue } from "./dispatchDue.js";
export { createResultBatch } from "./resultBatch.js";
export type { ResultBatch } from "./resultBatch.js";
export type { Dispatcher } from "./dispatcher.js";

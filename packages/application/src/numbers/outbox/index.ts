export { recordSettledSends, createResultBatch, type ResultBatch } from "./resultBatch.js";
export { createDispatcher, type Dispatcher } from "./dispatcher.js";
export { dispatchDue } from "./dispatchDue.js";

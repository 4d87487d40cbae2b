export { recordSettledSends } from "./recordSettledSends.js";
export { createDispatcher } from "./dispatcher.js";
export type { Dispatcher, SendingConnection } from "./dispatcher.js";

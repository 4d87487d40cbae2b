export { createMeowConnector } from "./meowConnector.js";
export type { MeowConnectorOptions } from "./meowConnector.js";
export { newMeowId } from "./meowSend.js";

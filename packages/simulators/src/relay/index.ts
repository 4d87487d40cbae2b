export type { PastMessage } from "./history.js";
export { trustRelay } from "./identity.js";
export { bytesOf, child, children, userOf } from "./node.js";
export { startRelay, type RelayControl, type RunningRelay } from "./relay.js";
export type { HeardStanza, MessageFault } from "./world.js";

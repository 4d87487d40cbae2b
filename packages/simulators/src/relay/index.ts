export { openRelayClient, relayAgent, type RelayClient } from "./client.js";
export { trustRelay } from "./identity.js";
export { child } from "./node.js";
export { startRelay, type RunningRelay } from "./relay.js";
export type { MessageFault } from "./world.js";

export { startWwebPage } from "./server.js";
export type { RunningWwebPage } from "./server.js";
export type { Inbound } from "./network.js";
export type { PageAsk, PageMessage, SendFault, ShownMessage } from "./types.js";

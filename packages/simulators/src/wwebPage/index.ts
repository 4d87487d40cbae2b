export { startWwebPage } from "./server.js";
export type { RunningWwebPage } from "./server.js";
export type { Inbound } from "./network.js";

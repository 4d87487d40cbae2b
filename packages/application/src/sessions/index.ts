export { createSessionKeeper, LEASE_TIMES } from "./sessionKeeper.js";
export type { LeaseTimes, SessionKeeper } from "./sessionKeeper.js";
export type { KeptSession } from "./keptSession.js";
export { webhookPath } from "./openSession.js";
export type { SessionPace, SessionSurroundings } from "./openSession.js";
export { changeAccount, readAccount } from "./sessionAccount.js";

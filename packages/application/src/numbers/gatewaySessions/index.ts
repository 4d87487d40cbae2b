export { answerNextCall } from "./answerGatewayCalls.js";
export { createSessionKeeper } from "./sessionKeeper.js";
export type { SessionKeeper } from "./sessionKeeper.js";
export { LEASE_TIMES } from "./keeperState.js";
export type { LeaseTimes } from "./keeperState.js";
export type { KeptSession } from "./keptSession.js";
export { webhookPath } from "./openSession.js";
export type { SessionPace, SessionSurroundings } from "./openSession.js";
export { changeAccount, readAccount } from "./sessionAccount.js";

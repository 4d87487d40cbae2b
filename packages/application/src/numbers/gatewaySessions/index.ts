export { answerNextCall } from "./answerGatewayCalls.js";
export { createSessionKeeper } from "./sessionKeeper.js";
export type { SessionKeeper } from "./sessionKeeper.js";
export type { KeptSession } from "./keptSession.js";
export type { SessionPace, SessionSurroundings } from "./openSession.js";
export { changeAccount, readAccount } from "./sessionAccount.js";

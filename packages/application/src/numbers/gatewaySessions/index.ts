export { answerNextCall } from "./answerGatewayCalls.js";
export { createSessionKeeper } from "./sessionKeeper.js";
export type { SessionKeeper } from "./sessionKeeper.js";
export type { KeptSession } from "./keptSession.js";
export { sessionKeyContext } from "./sessionKeys.js";
export type { SessionPace, SessionSurroundings } from "./openSession.js";
export { accountContext, changeAccount, readAccount } from "./sessionAccount.js";

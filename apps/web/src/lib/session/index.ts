export { endSession, hasSession, login, logout, onSessionEnd, startSession, useSelf, useSession } from "./session";
export type { Self, SessionEnd } from "./session";
export { toActor } from "./actor";
export { createUser } from "./createUser";

export { deleteUnusedFiles } from "./deleteUnusedFiles";
export {
  admit,
  cursorOfSession,
  endSession,
  forgetPerson,
  hasSession,
  login,
  logout,
  onLeave,
  onSessionEnd,
  SelfContext,
  startSession,
  updateSelf,
  useOwnEmail,
  useSelf,
  useSession,
} from "./session";
export type { Self, SessionEnd } from "./session";
export { PUSH_STORAGE_KEY } from "./tokens";
export { toActor } from "./actor";
export { changeUser, createUser } from "./accounts";
export { sealOwnPassword } from "./ownPassword";
export { changePassword } from "./changePassword";

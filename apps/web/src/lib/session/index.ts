export { deleteUnusedFiles, sealOwnPassword, useProof, changePassword } from "./ownPassword";
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
  type Self,
  type SessionEnd,
} from "./session";
export { PUSH_STORAGE_KEY } from "./tokens";
export { toActor } from "./actor";
export { changeUser, createUser } from "./accounts";

export { clearSessionKeys, deleteOldSentKeys, readSessionKeys, writeSessionKeys } from "./sessionKeys.js";
export type { LeaseFence, SealedKey } from "./sessionKeys.js";

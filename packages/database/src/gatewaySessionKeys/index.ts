export { deleteOldKeyCopies, listKeyCopies, restoreKeyCopy } from "./keyCopies.js";
export { countForeignSeals, forgetForeignSeals } from "./seals.js";
export { clearSessionKeys, deleteOldSentKeys, readSessionKeys, writeSessionKeys } from "./sessionKeys.js";

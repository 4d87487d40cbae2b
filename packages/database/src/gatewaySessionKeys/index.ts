export {
  deleteOldKeyCopies,
  listKeyCopies,
  restoreKeyCopy,
  countForeignSeals,
  forgetForeignSeals,
  clearSessionKeys,
  deleteOldSentKeys,
  readSessionKeys,
  writeSessionKeys,
} from "./sessionKeys.js";

export { createBackup } from "./createBackup.js";
export { repeatErasures } from "./repeatErasures.js";
export { checkBackup } from "./manifest.js";
export { restoreBackup, settleRecovered, undoRestore } from "./restoreBackup.js";

export { createBackup } from "./createBackup.js";
export type { BackupOptions, BackupResult } from "./createBackup.js";
export { checkBackup } from "./readBackup.js";
export { restoreBackup, settleRecovered, undoRestore } from "./restoreBackup.js";
export type { RestoreOptions, RestoreResult } from "./restoreBackup.js";

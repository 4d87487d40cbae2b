export { findLastBackup, insertBackup, readArchiveFailing, readBackupAge, readBackupSizes } from "./backups.js";
export { checkMigrations, openRestoration, settleInPlace } from "./restoration.js";
export type { Restoration } from "./restoration.js";
export { openSnapshot } from "./snapshot.js";
export type { CopiedTable, SequenceState, Snapshot } from "./snapshot.js";

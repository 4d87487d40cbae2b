export { findLastBackup, insertBackup, readArchiveFailing, readBackupAge, readBackupSizes } from "./backups.js";
export type { BackupRow } from "./backups.js";
export { checkMigrations, openRestoration, RestoreRefused, settleInPlace } from "./restoration.js";
export type { Restoration } from "./restoration.js";
export { BackupRefused, openSnapshot } from "./snapshot.js";
export type { CopiedTable, SequenceState, Snapshot } from "./snapshot.js";

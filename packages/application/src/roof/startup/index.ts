export { databaseSentence } from "./databaseSentence.js";
export { DatabaseNotUsable, migrateWhenReady } from "./migrate.js";
export { listPendingMigrations } from "./pendingMigrations.js";
export { openServices } from "./openServices.js";
export { checkSealedKeys, forgetLostKeys, openCommandDatabase } from "./sealedKeys.js";
export { openStore } from "./openStore.js";

export { databaseSentence } from "./databaseSentence.js";
export { DatabaseNotUsable, migrateWhenReady, listPendingMigrations } from "./migrate.js";
export { openServices } from "./openServices.js";
export { checkSealedKeys, forgetLostKeys, openCommandDatabase } from "./sealedKeys.js";
export { openStore } from "./openStore.js";

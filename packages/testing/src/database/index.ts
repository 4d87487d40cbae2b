export { createTestDatabase } from "./createTestDatabase.js";
export type { TestDatabase, TestDatabaseOptions } from "./createTestDatabase.js";
export { openDayAndNight } from "./openDayAndNight.js";

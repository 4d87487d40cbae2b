export { createTestDatabase } from "./createTestDatabase.js";
export type { TestDatabase } from "./createTestDatabase.js";
export { openDayAndNight } from "./openDayAndNight.js";
export { vacuum } from "./vacuum.js";

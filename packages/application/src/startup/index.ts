export { DatabaseNotUsable, migrateWhenReady } from "./migrate.js";
export { openHouse } from "./openHouse.js";
export type { HouseOptions, OpenHouse } from "./openHouse.js";
export { forgetLostKeys, openCommandDatabase } from "./sealedKeys.js";

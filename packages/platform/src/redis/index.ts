export { createRedis } from "./redis.js";
export type { RedisLink, RedisStatus } from "./redis.js";
export { createSharedRates } from "./sharedRates.js";
export type { SharedRates } from "./sharedRates.js";
export { createWaker } from "./waker.js";
export type { Waker, WakerOptions } from "./waker.js";

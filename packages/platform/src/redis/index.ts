export { createRedis } from "./redis.js";
export type { RedisLink, RedisStatus } from "./redis.js";
export { createWaker } from "./waker.js";
export type { Waker, WakerOptions } from "./waker.js";

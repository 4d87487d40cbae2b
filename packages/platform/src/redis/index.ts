export { isEvicting, readRedisFacts, redisSentence } from "./redisFacts.js";
export type { RedisFacts } from "./redisFacts.js";
export { createRedis } from "./redis.js";
export type { RedisLink, RedisStatus } from "./redis.js";
export { createRelay } from "./relay.js";
export { createSharedRates } from "./sharedRates.js";
export type { SharedRates } from "./sharedRates.js";
export { createWaker } from "./waker.js";
export type { Waker } from "./waker.js";

export { isEvicting, readRedisFacts, redisSentence, type RedisFacts, createRedis, type RedisLink, type RedisStatus } from "./redis.js";
export { createRelay } from "./relay.js";
export { createSharedRates, type SharedRates } from "./sharedRates.js";
export { createWaker, type Waker } from "./waker.js";

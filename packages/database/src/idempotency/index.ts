export { claimIdempotencyKey, closeIdempotencyKey, deleteOldIdempotencyKeys, fillIdempotencyKey } from "./idempotency.js";
export type { KeyedRoom } from "./idempotency.js";

export { claimIdempotencyKey, closeIdempotencyKey, deleteOldIdempotencyKeys, fillIdempotencyKey } from "./idempotency.js";
export type { KeyedRequest, KeyedRoom, KnownRequest } from "./idempotency.js";

export { claimIdempotencyKey, deleteOldIdempotencyKeys, fillIdempotencyKey } from "./idempotency.js";
export type { KeyedRequest, KnownRequest } from "./idempotency.js";

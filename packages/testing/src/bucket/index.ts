export { openTestBucket } from "./bucket.js";
export type { BucketTrouble, TestBucket } from "./bucket.js";

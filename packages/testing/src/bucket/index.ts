export { openTestBucket } from "./bucket.js";
export type { TestBucket } from "./bucket.js";

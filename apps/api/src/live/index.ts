export { attachLive } from "./attachLive.js";
export type { Live, LiveOptions } from "./attachLive.js";

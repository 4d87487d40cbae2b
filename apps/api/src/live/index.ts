export { attachLive } from "./attachLive.js";
export { createStartCursors } from "./startCursors.js";
export type { StartCursors } from "./startCursors.js";
export type { Live, LiveOptions } from "./attachLive.js";

export { closeGap, countRecovered, listGaps, openGap, recordUnkeptTime } from "./connectionGaps.js";
export { resolveGap } from "./resolveGap.js";
export type { ConnectionGapRow } from "./connectionGaps.js";

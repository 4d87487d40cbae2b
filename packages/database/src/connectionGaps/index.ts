export { closeGap, countRecovered, listGaps, openGap, recordUnkeptTime } from "./connectionGaps.js";
export type { ConnectionGapRow } from "./connectionGaps.js";

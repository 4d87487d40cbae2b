export { countAged, keepRetention } from "./retention.js";
export { deleteExpired, foldCounts, sealAudit, sweep } from "./housekeeping.js";

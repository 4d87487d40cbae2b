export { deleteExpired, foldCounts, sealAudit, sweep } from "./housekeeping.js";

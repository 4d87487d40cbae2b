export { exportAudit } from "./exportAudit.js";
export { listActions, listAudit } from "./listAudit.js";
export { verifyAudit } from "./verifyAudit.js";

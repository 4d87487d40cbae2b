export { claimAlertDeliveries, finishAlertDelivery, getAlerts, insertAlert, postponeAlertDelivery } from "./alerts.js";
export type { AlertDeliveryRow, AlertEvent, AlertRow } from "./alerts.js";
export { listProblems, lockProblems, putProblems, takeLook } from "./problems.js";
export { GONE_SECONDS, forgetProcesses, leaveProcess, noteProcess, readProcesses } from "./processes.js";

export {
  acquireLeases,
  beatSessionWorker,
  ensureLeases,
  leaveSessionWorkers,
  lockConnectionAccount,
  readConnectionAccount,
  releaseLease,
  renewLeases,
  revokeLease,
  tellLeftAlone,
  writeConnectionAccount,
  writeSessionStatus,
} from "./leases.js";
export type { LeasedConnection, StatusReport } from "./leases.js";
export { clearSessionHint, readSessionHint, writeSessionHint } from "./sessionHints.js";

export {
  acquireLeases,
  beatSessionWorker,
  ensureLeases,
  leaveSessionWorkers,
  readConnectionAccount,
  releaseLease,
  renewLeases,
  writeConnectionAccount,
  writeSessionStatus,
} from "./leases.js";
export type { LeasedConnection, StatusReport } from "./leases.js";

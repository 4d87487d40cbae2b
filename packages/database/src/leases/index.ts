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
  reportUnkeptConnections,
  writeConnectionAccount,
  writeSessionStatus,
} from "./leases.js";
export type { LeaseFence } from "./leases.js";
export { clearSessionHint, readSessionHint, writeSessionHint } from "./sessionHints.js";

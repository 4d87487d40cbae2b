export {
  changeHook,
  countHooks,
  countStoppedHooks,
  deleteHook,
  insertHook,
  listActiveHooks,
  listHooks,
  lockHook,
  nextHookId,
  noteHookFailed,
  noteHooksSent,
  pauseHook,
  pauseOrphanedHooks,
  putHookKeys,
  resumeHook,
} from "./hooks.js";
export type { HookFields, HookRow } from "./hooks.js";
export {
  beginHookReader,
  endHookLease,
  insertHookDeliveries,
  LOCK_HOOK_READER,
  moveHookReader,
  readHookEvents,
  readHookNow,
  takeHookLease,
} from "./reader.js";
export type { NewHookDelivery } from "./reader.js";
export {
  finishHookDeliveries,
  getHookDelivery,
  insertHookTest,
  listDueDeliveries,
  listHookDeliveries,
  nextHookDeliveryId,
  resendHookDeliveries,
  trimHookLog,
} from "./deliveries.js";
export type { DeliveryResult, DueDeliveryRow, HookDeliveryRow } from "./deliveries.js";

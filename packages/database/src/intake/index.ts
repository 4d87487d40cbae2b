export {
  deleteOldInboundEvents,
  getInboundEvent,
  getWebhookConnection,
  insertInboundEvents,
  listMetaConnectionIds,
  redoInboundEvent,
} from "./intake.js";
export type { JournalEvent } from "./intake.js";
export { parkInboundEvent } from "./parkedEvents.js";
export type { ParkedEvent } from "./parkedEvents.js";

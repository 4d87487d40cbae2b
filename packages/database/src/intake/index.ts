export {
  deleteOldInboundEvents,
  getInboundEvent,
  getWebhookConnection,
  insertInboundEvents,
  listMetaConnectionIds,
  redoInboundEvent,
} from "./intake.js";
export type { JournalEvent } from "./intake.js";

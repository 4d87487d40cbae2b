export {
  countDroppedEvents,
  deleteOldInboundEvents,
  getWebhookConnection,
  insertInboundEvents,
  listMetaConnectionIds,
  redoInboundEvent,
  redoPayloadOf,
  type JournalEvent,
  countUnknownEvents,
  listUnknownEvents,
  type UnknownCount,
} from "./intake.js";
export { discardParkedEvent, listParkedEvents, parkInboundEvent, retryParkedEvent } from "./parkedEvents.js";

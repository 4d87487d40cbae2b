export {
  countDroppedEvents,
  deleteOldInboundEvents,
  getWebhookConnection,
  insertInboundEvents,
  listMetaConnectionIds,
  redoInboundEvent,
  redoPayloadOf,
} from "./intake.js";
export type { JournalEvent } from "./intake.js";
export { discardParkedEvent, listParkedEvents, parkInboundEvent, retryParkedEvent } from "./parkedEvents.js";
export { countUnknownEvents, listUnknownEvents } from "./unknownEvents.js";
export type { UnknownCount } from "./unknownEvents.js";

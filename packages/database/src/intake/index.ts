export { getInboundEvent, getWebhookConnection, listMetaConnectionIds, insertInboundEvents, redoInboundEvent } from "./intake.js";
export type { JournalEvent } from "./intake.js";

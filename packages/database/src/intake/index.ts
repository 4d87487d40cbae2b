export { getInboundEvent, getWebhookConnection, insertInboundEvents, redoInboundEvent } from "./intake.js";
export type { JournalEvent } from "./intake.js";

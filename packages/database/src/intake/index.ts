export { getInboundEvent, getWebhookConnection, insertInboundEvents } from "./intake.js";
export type { JournalEvent } from "./intake.js";

export { acceptDelivery } from "./acceptDelivery.js";
export {
  recordBadSignature,
  createWebhookConnections,
  webhookKeyContext,
  type WebhookConnection,
  type WebhookConnections,
  findMetaConnections,
  noteDropped,
} from "./webhookConnections.js";
export { messageSecretContext, readStoredPayload } from "./journalEvents.js";
export { readContentsAgain, unreadContentContext } from "./unreadContent.js";

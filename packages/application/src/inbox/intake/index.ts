export { acceptDelivery } from "./acceptDelivery.js";
export { recordBadSignature } from "./badSignature.js";
export { messageSecretContext } from "./messageSecret.js";
export { findMetaConnections, noteDropped } from "./metaConnections.js";
export { readStoredPayload } from "./rawEnvelope.js";
export { readContentsAgain, unreadContentContext } from "./unreadContent.js";
export { createWebhookConnections, webhookKeyContext } from "./webhookConnections.js";
export type { WebhookConnection, WebhookConnections } from "./webhookConnections.js";

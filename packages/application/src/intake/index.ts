export { acceptMeowDelivery } from "./acceptMeowDelivery.js";
export type { AcceptedDelivery, MeowDelivery } from "./acceptMeowDelivery.js";
export { recordBadSignature } from "./badSignature.js";
export { createWebhookConnections, webhookKeyContext } from "./webhookConnections.js";
export type { WebhookConnection, WebhookConnections } from "./webhookConnections.js";

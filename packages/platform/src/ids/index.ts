export { newUuid, newWhatsAppMessageId, randomToken } from "./ids.js";

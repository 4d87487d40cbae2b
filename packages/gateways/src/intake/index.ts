export { createGate, type Gate } from "./gate.js";
export type { IntakeEvent } from "./intakeEvent.js";
export { readWebhookBody, type WebhookBody, WebhookBodyError } from "./readWebhookBody.js";
export { meowHmacKeys, digestOf, verifyMeowSignature, verifyMetaSignature, answerMetaHandshake } from "./signature.js";
export { splitMeta } from "../cloudApi/toIntake.js";
export { splitMeow } from "../meow/toIntake.js";
export type { OpenSpool } from "../streaming/cleanTree.js";

export { answerNextCall } from "./answerGatewayCalls.js";
export { askGateway } from "./askGateway.js";
export type { StoredRef } from "./gatewayCall.js";
export { readTemplates } from "./templateShelf.js";

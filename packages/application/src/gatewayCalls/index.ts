export { answerNextCall } from "./answerGatewayCalls.js";
export { askConnector, askGateway } from "./askGateway.js";
export { CHECK_CONTEXT } from "./gatewayCall.js";
export type { StoredRef } from "./gatewayCall.js";
export { readTemplates } from "./templateCatalog.js";

export { askConnector, askGateway } from "./askGateway.js";
export { CHECK_CONTEXT, GATEWAY_CALL_KINDS } from "./gatewayCall.js";
export type { ConnectorAnswers, GatewayAnswers, GatewayCallKind, StoredRef, StoredSample } from "./gatewayCall.js";
export { readTemplates, sendAsPreviewed, templateCatalogOf } from "./templateCatalog.js";

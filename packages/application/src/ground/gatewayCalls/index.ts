export { askConnector, askGateway } from "./askGateway.js";
export { CHECK_CONTEXT, GATEWAY_CALL_KINDS } from "./gatewayCall.js";
export type { ConnectorAnswers, GatewayAnswers, GatewayCallKind, StoredRef } from "./gatewayCall.js";
export { readTemplates, templateCatalogOf } from "./templateCatalog.js";

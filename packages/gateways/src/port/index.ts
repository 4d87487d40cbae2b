export { GATEWAY_ERROR_KINDS, GatewayError } from "./errors.js";
export type { GatewayErrorKind } from "./errors.js";
export type { ConnectionProfile, FetchedMedia, GatewayConnector, GatewaySession, SessionHost, SessionReport } from "./gateway.js";

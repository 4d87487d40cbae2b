export type { IntakeEvent } from "../intake/intakeEvent.js";
export { GatewayError, toSessionReason, UnopenedSession } from "./errors.js";
export type { GatewayErrorKind } from "./errors.js";
export { HISTORY_PORTION } from "./gateway.js";
export type {
  AccountFault,
  ConnectionProfile,
  FetchedMedia,
  GatewayConnector,
  GatewaySession,
  GroupFacts,
  HistoryAnchor,
  SavedContact,
  StatusCause,
  TypingState,
} from "./gateway.js";
export type { SessionHost, SessionKeyChange, SessionKeys } from "./sessionHost.js";
export { restEnd } from "./sessionReport.js";
export type { SessionReport } from "./sessionReport.js";
export type { TemplateCatalog } from "./templateCatalog.js";

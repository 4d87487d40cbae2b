export type { IntakeEvent } from "../intake/intakeEvent.js";
export { GatewayError, toSessionReason, UnopenedSession, type GatewayErrorKind } from "./errors.js";
export {
  HISTORY_PORTION,
  type AccountFault,
  type ConnectionProfile,
  type FetchedMedia,
  type GatewayConnector,
  type GatewaySession,
  type GroupFacts,
  type HistoryAnchor,
  type SavedContact,
  type StatusCause,
  type TypingState,
  type TemplateCatalog,
} from "./gateway.js";
export { type SessionHost, type SessionKeyChange, type SessionKeys, restEnd, type SessionReport } from "./sessionHost.js";

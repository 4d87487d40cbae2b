export { levelOfNotice } from "./accountNotices.js";
export type { AccountNotice, AccountSubject } from "./accountNotices.js";
export { answerLimitMs, CAPABILITIES, DEFAULT_CONNECTOR, doubtLimitMs, uploadLimitSentence } from "./capabilities.js";
export type { Capabilities } from "./capabilities.js";
export { CARRIES } from "./carries.js";
export { CONNECTOR_APIS, needsAttention, SESSION_STATUSES } from "./connectorApi.js";
export type { ConnectorApi, SessionStatus } from "./connectorApi.js";
export {
  BOT_FIXED_OPTIONS,
  BOT_WAIT_MESSAGE,
  DEFAULT_MESSAGES,
  DEFAULTED_WARNING,
  UNNAMED_ATTENDANT,
  withDefaultMessages,
} from "./defaultMessages.js";
export type { ConnectionMessages } from "./defaultMessages.js";
export { GATEWAY_ERROR_CODES, SEND_ERROR_CODES } from "./gatewayErrors.js";
export type { GatewayErrorCode } from "./gatewayErrors.js";
export { KEY_COPY_CAUSES, KEY_COPY_DAYS, UNLINKED_STATUSES } from "./keyCopies.js";
export type { KeyCopyReason } from "./keyCopies.js";
export { isPairPhone, PAIR_PHONE_SENTENCE } from "./pairPhone.js";
export { toTypebotAddress } from "./typebotAddress.js";
export { BLOCK_SIGNALS, readSessionReason, SESSION_REASONS, yieldsToBan } from "./sessionReasons.js";
export type { SessionReason } from "./sessionReasons.js";
export { sessionActions } from "./sessionActions.js";
export type { SessionAction } from "./sessionActions.js";
export { wayOut } from "./waysOut.js";
export type { WayOut } from "./waysOut.js";

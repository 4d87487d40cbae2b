export { levelOfNotice, type AccountNotice, type AccountSubject } from "./accountNotices.js";
export { answerLimitMs, CAPABILITIES, DEFAULT_CONNECTOR, doubtLimitMs, uploadLimitSentence, type Capabilities } from "./capabilities.js";
export { CARRIES } from "./carries.js";
export { CONNECTOR_APIS, needsAttention, SESSION_STATUSES, type ConnectorApi, type SessionStatus } from "./connectorApi.js";
export {
  BOT_FIXED_OPTIONS,
  BOT_WAIT_MESSAGE,
  DEFAULT_MESSAGES,
  DEFAULTED_WARNING,
  UNNAMED_ATTENDANT,
  withDefaultMessages,
  type ConnectionMessages,
} from "./defaultMessages.js";
export { GATEWAY_ERROR_CODES, SEND_ERROR_CODES, type GatewayErrorCode } from "./gatewayErrors.js";
export {
  KEY_COPY_CAUSES,
  KEY_COPY_DAYS,
  UNLINKED_STATUSES,
  type KeyCopyReason,
  sessionActions,
  type SessionAction,
  isPairPhone,
  PAIR_PHONE_SENTENCE,
} from "./sessionActions.js";
export { toTypebotAddress } from "./typebotAddress.js";
export { BLOCK_SIGNALS, readSessionReason, SESSION_REASONS, yieldsToBan, type SessionReason } from "./sessionReasons.js";
export { wayOut, type WayOut } from "./waysOut.js";

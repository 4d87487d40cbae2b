/** Error codes of a question to a gateway that failed; the browser has a sentence for each. */
export const GATEWAY_ERROR_CODES = [
  "ERR_GATEWAY",
  "ERR_GATEWAY_NOT_CONNECTED",
  "ERR_GATEWAY_AUTH",
  "ERR_GATEWAY_BUSY",
  "ERR_GATEWAY_RECIPIENT",
  "ERR_GATEWAY_UNSUPPORTED",
  "ERR_GATEWAY_INVALID",
  "ERR_GATEWAY_UNKNOWN",
  "ERR_GATEWAY_UNREACHABLE",
  "ERR_GATEWAY_LINKED",
  "ERR_GATEWAY_TOO_LATE",
  "ERR_GATEWAY_NO_CODE",
  "ERR_GATEWAY_NO_ADDRESS_BOOK",
  "ERR_WAPP_DOWNLOAD_MEDIA",
  "ERR_FILE_EMPTY",
  "ERR_FILE_TOO_LARGE",
  "ERR_TEMPLATE_LIMIT",
  "ERR_TEMPLATE_BEING_DELETED",
  "ERR_TEMPLATE_EXISTS",
  "ERR_TEMPLATE_TOO_LONG",
  "ERR_TEMPLATE_HEADER",
  "ERR_TEMPLATE_BODY",
  "ERR_TEMPLATE_FOOTER",
  "ERR_TEMPLATE_TOO_MANY_VARIABLES",
  "ERR_TEMPLATE_EDGE_VARIABLE",
] as const;
export type GatewayErrorCode = (typeof GATEWAY_ERROR_CODES)[number];

/**
 * Why a connector did not hand a message over. An error of the network itself keeps the network's
 * own code.
 */
export const SEND_ERROR_CODES = [
  "notConnected",
  "unreachable",
  "unsupported",
  "recipient",
  "media",
  "auth",
  "upload",
  "rejected",
  "ERR_FILE_NOT_CARRIED",
  "ERR_TEMPLATE_CHANGED",
  "ERR_TEXT_NOT_CARRIED",
  "unknownOutcome",
] as const;

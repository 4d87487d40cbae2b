export { asksForProtocol, PROTOCOL_REPEAT_MS, protocolMessage, protocolNumber } from "./protocol.js";

export {
  findRecentProtocol,
  getProtocolRow,
  getProtocolRowsByIds,
  hasContactProtocol,
  hasTicketProtocol,
  insertProtocol,
  listProtocols,
  listTicketProtocols,
  setProtocolMessage,
  takeProtocolId,
} from "./protocols.js";
export type { ProtocolRow } from "./protocols.js";

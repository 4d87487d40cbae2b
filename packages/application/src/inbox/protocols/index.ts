export { changeProtocol } from "./changeProtocol.js";
export { createProtocol, giveProtocol } from "./createProtocol.js";
export {
  getProtocol,
  listProtocols,
  listProtocolsOfContact,
  listProtocolsOfTicket,
  refuseContactWithProtocol,
  toProtocolView,
} from "./readProtocols.js";

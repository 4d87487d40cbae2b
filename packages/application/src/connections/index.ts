export { connectionView, sessionView } from "./connectionView.js";
export { createConnection } from "./createConnection.js";
export { deleteConnection } from "./deleteConnection.js";
export { getConnection, listConnections } from "./readConnections.js";
export { endSession, getQr, pairSession, renewSession, startSession } from "./sessionCommands.js";

export { connectionView, sessionView, toNoticeView } from "./connectionView.js";
export { changeConnection } from "./changeConnection.js";
export { createConnection } from "./createConnection.js";
export { deleteConnection } from "./deleteConnection.js";
export { discardParked, listParked, retryParked } from "./parkedEvents.js";
export { listKeyCopies, restoreKeys } from "./keyCopies.js";
export { getConnection, listConnectionGaps, listConnections } from "./readConnections.js";
export { resolveConnectionGap } from "./resolveConnectionGap.js";
export { endSession, getQr, pairSession, renewSession, startSession } from "./sessionCommands.js";

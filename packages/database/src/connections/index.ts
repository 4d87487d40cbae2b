export { isConnection, listLiveTicketIds, lockDefaultConnection } from "./connections.js";

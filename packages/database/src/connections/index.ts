export { isConnection, listLiveTicketIds, lockConnection, lockDefaultConnection } from "./connections.js";

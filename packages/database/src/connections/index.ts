export { listLiveTicketIds, lockDefaultConnection } from "./connections.js";

export { listLiveTicketIds } from "./connections.js";

export { askAi } from "./askAi.js";
export { summarizeTicket } from "./summarizeTicket.js";

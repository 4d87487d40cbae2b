export { getDashboardCounters, getDashboardRating, getDashboardStats } from "./dashboardNumbers.js";
export { listAgentTickets, listFigureTickets } from "./dashboardTickets.js";
export {
  countTicketsByContact,
  countTicketsByQueue,
  countTicketsByReason,
  countTicketsByUser,
  listDashboardUsers,
  getTargetShares,
} from "./dashboardTotals.js";
export { keepFigures } from "./keepFigures.js";
export { countRecountDays, recomputeFigures, recountFigures } from "./recountFigures.js";
export { getTeamNow, listNowTickets } from "./teamNow.js";

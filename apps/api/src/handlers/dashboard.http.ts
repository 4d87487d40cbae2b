import {
  countRecountDays,
  countTicketsByContact,
  countTicketsByQueue,
  countTicketsByReason,
  countTicketsByUser,
  getDashboardCounters,
  getDashboardRating,
  getDashboardStats,
  listAgentTickets,
  listDashboardUsers,
  listFigureTickets,
  recountFigures,
  getTargetShares,
  getTeamNow,
  listNowTickets,
} from "@balcao/application/company/dashboard";
import type { Services } from "@balcao/application/ground/kernel";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** The handlers of the dashboard. */
export function dashboardHandlers(services: Services): FeatureHandlers<"dashboard"> {
  const run = commandOf(services);
  return {
    stats: run(getDashboardStats),
    users: run(listDashboardUsers),
    userTickets: run(listAgentTickets),
    byUser: run(countTicketsByUser),
    byContact: run(countTicketsByContact),
    byQueue: run(countTicketsByQueue),
    byReason: run(countTicketsByReason),
    counters: run(getDashboardCounters),
    targets: run(getTargetShares),
    now: run(getTeamNow),
    nowTickets: run(listNowTickets),
    rating: run(getDashboardRating),
    tickets: run(listFigureTickets),
    recount: run(recountFigures),
    recountDays: signedIn(() => countRecountDays(services)),
  };
}

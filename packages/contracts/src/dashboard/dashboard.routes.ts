import { TARGET_KINDS } from "@balcao/domain/targets";
import type { TicketListView } from "../tickets/tickets.views.js";
import { closingKey } from "../tickets/tickets.routes.js";
import { route } from "../route/route.js";
import { activityCursor, day, flag, id, integer, object, text } from "../route/wire.js";
import {
  dashboardPaths,
  FIGURES,
  RECOUNT_RANGES,
  type ContactTotalView,
  type DashboardCountersView,
  type DashboardRatingView,
  type DashboardStatsView,
  type DashboardUserView,
  type FigureTicketsView,
  type QueueTotalView,
  type ReasonTotalView,
  type RecountDaysView,
  type TargetSharesView,
  type TeamNowView,
  type UserTotalView,
} from "./index.js";

/** The last day of a period; one before the first day is refused (D-102). */
const lastDay = () =>
  day().when("firstDate", ([first]: unknown[], schema) =>
    typeof first === "string" && first !== ""
      ? schema.test("period", "period", (last) => last === undefined || last === "" || last >= first)
      : schema,
  );

const filter = () => ({ firstDate: day(), lastDate: lastDay(), queueId: id(), userId: id() });
/** Added: at most so many rows, and a last one with the sum of the others. */
const limit = () => integer(1, 1_000);

/** The dashboard, for administrators (DASH-001, D-241). Days are of the company's zone, both included. */
export const dashboardRoutes = {
  stats: route<DashboardStatsView>()(dashboardPaths.stats, {
    policy: "admin",
    query: object({
      ...filter(),
      /** Added: `false` leaves out the spans of `tme` and `tma`. */
      pairs: flag(),
    }),
    toInput: ({ query: { pairs, ...query } }) => ({ ...query, pairs: pairs ?? true }),
  }),
  users: route<readonly DashboardUserView[]>()(dashboardPaths.users, {
    policy: "admin",
    query: object(filter()),
    toInput: ({ query }) => query,
  }),
  userTickets: route<TicketListView>()(dashboardPaths.userTickets, {
    policy: "admin",
    query: object({ queueId: id() }),
    toInput: ({ params, query }) => ({ userId: params.userId, queueId: query.queueId }),
    errors: ["ERR_NO_USER_FOUND"],
  }),
  byUser: route<readonly UserTotalView[]>()(dashboardPaths.byUser, {
    policy: "admin",
    query: object({ ...filter(), limit: limit() }),
    toInput: ({ query }) => query,
  }),
  byContact: route<readonly ContactTotalView[]>()(dashboardPaths.byContact, {
    policy: "admin",
    query: object({ ...filter(), limit: limit() }),
    toInput: ({ query }) => query,
  }),
  byQueue: route<readonly QueueTotalView[]>()(dashboardPaths.byQueue, {
    policy: "admin",
    query: object({ ...filter(), limit: limit() }),
    toInput: ({ query }) => query,
  }),
  /** Added: why tickets were closed (D-501). */
  byReason: route<readonly ReasonTotalView[]>()(dashboardPaths.byReason, {
    policy: "admin",
    query: object(filter()),
    toInput: ({ query }) => query,
  }),
  /** Added: the counters and the bars. */
  counters: route<DashboardCountersView>()(dashboardPaths.counters, {
    policy: "admin",
    query: object(filter()),
    toInput: ({ query }) => query,
  }),
  /** Added: the gauge. */
  rating: route<DashboardRatingView>()(dashboardPaths.rating, {
    policy: "admin",
    query: object(filter()),
    toInput: ({ query }) => query,
  }),
  /** Added: the tickets behind a figure, newest first. */
  tickets: route<FigureTicketsView>()(dashboardPaths.tickets, {
    policy: "admin",
    query: object({
      ...filter(),
      figure: text(20)
        .oneOf([...FIGURES], "oneOf")
        .required("required"),
      contactId: id(),
      /** The hour of the company's clock at which they were created, or their clock began. */
      hour: integer(0, 23),
      /** Of `kept` and `missed`. */
      target: text(20).oneOf([...TARGET_KINDS], "oneOf"),
      /** Why they were closed, for `closed`. */
      reason: closingKey(),
      cursor: activityCursor(),
    }),
    toInput: ({ query: { figure, target, ...query } }) => ({
      ...query,
      figure: FIGURES.find((each) => each === figure) ?? "created",
      target: TARGET_KINDS.find((each) => each === target),
    }),
  }),
  /** Added: the team as it is now, for managers and administrators (D-543). */
  now: route<TeamNowView>()(dashboardPaths.now, { policy: "manager", toInput: () => null }),
  /** Added: the conversations behind a number of it: of a queue, 0 for none, or of a person; the first hundred. */
  nowTickets: route<TicketListView>()(dashboardPaths.nowTickets, {
    policy: "manager",
    query: object({
      status: text(10).oneOf(["open", "pending"], "oneOf").required("required"),
      queueId: integer(0, 2_147_483_647),
      userId: id(),
    }),
    toInput: ({ query: { status, ...query } }) => ({ ...query, status: status === "open" ? ("open" as const) : ("pending" as const) }),
  }),
  /** Added: targets that were kept and missed. */
  targets: route<TargetSharesView>()(dashboardPaths.targets, {
    policy: "admin",
    query: object(filter()),
    toInput: ({ query }) => query,
  }),
  /** Added: counts the working time of earlier days again, by the current opening hours, as a job. */
  recount: route<{ readonly days: number }>()(dashboardPaths.recount, {
    policy: "admin",
    body: object({ range: text(5).oneOf([...RECOUNT_RANGES], "oneOf") }),
    toInput: ({ body: { range } }) => ({ range: RECOUNT_RANGES.find((each) => each === range) ?? "all" }),
    errors: ["ERR_JOB_RUNNING", "ERR_JOB_STOPPED", "ERR_RECOUNT_RUNNING"],
  }),
  /** Added: how many days a recount would be about. */
  recountDays: route<RecountDaysView>()(dashboardPaths.recountDays, { policy: "admin", toInput: () => null }),
} as const;

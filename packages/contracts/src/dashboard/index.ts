import type { TargetKind } from "@balcao/domain/targets";
import type { TicketStatus } from "@balcao/domain/tickets";
import { path } from "../route/route.js";

/** An average of working time: of how many tickets, and of how many milliseconds each. */
export interface AverageView {
  readonly tickets: number;
  readonly millis: number;
}

/** The numbers of the statistic cards (DASH-019). */
export interface DashboardStatsView {
  /** People who are online; `userTotal` counts everybody, user 1 too. */
  readonly user: number;
  readonly userTotal: number;
  readonly queue: number;
  /** Connections that are connected. */
  readonly whatsapp: number;
  readonly whatsappTotal: number;
  readonly group: number;
  readonly agendamento: number;
  readonly tags: number;
  readonly contacts: number;
  /** Of the period: tickets created and messages sent or received, groups left out. */
  readonly tickets: number;
  readonly messages: number;
  /** The spans of TME and TMA, at most 50,000; none with `pairs=false`. */
  readonly tme: readonly { readonly createdAt: string; readonly acceptedAt: string }[];
  readonly tma: readonly { readonly acceptedAt: string; readonly closedAt: string }[];
  /** Added: the averages of those spans in working time. */
  readonly averages: { readonly tme: AverageView; readonly tma: AverageView };
  /** Added: days of the period whose averages were counted by other opening hours than the current ones. */
  readonly countedOtherwise: number;
  /** Added: false while figures of earlier days are being computed for the first time. */
  readonly complete: boolean;
}

/** Added: the counters and the twelve bars. */
export interface DashboardCountersView {
  readonly open: number;
  readonly pending: number;
  readonly closed: number;
  /** Tickets by the hour of their creation, from 08:00 to 19:00. */
  readonly hours: readonly number[];
}

/** Added: the customers' ratings of the period. `average` is null without one. */
export interface DashboardRatingView {
  readonly average: number | null;
  readonly ratings: number;
}

/** A person in the table of agents. `nps` is null without a rating. */
export interface DashboardUserView {
  readonly id: number;
  readonly name: string;
  readonly status: "online" | "away" | "offline";
  readonly profilePicUrl: string | null;
  readonly open: number;
  readonly closed: number;
  readonly nps: number | null;
  readonly npsCount: number;
}

/** Totals of a pie, the largest first. A last row without a name has the sum of the others, where a `limit` was given. */
export interface UserTotalView {
  readonly Total: number;
  readonly user: { readonly id: number; readonly name: string } | null;
}
export interface ContactTotalView {
  readonly Total: number;
  readonly contact: { readonly id: number; readonly name: string } | null;
}
export interface QueueTotalView {
  readonly Total: number;
  readonly queue: { readonly id: number; readonly name: string; readonly color: string } | null;
}

/** Added: the tickets closed in a period by their reason: its id, an automatic one's word, or `none`; a name only where it has an id. */
export interface ReasonTotalView {
  readonly Total: number;
  readonly reason: { readonly key: string; readonly name: string | null; readonly color: string | null };
}

/** Targets that were kept and missed. */
export interface TargetShareView {
  readonly kept: number;
  readonly missed: number;
}

/**
 * Added: the targets that were decided in the period, by the answer or the end of the conversation, or by their time being over (D-513).
 * `queue` and `user` are null for one that is gone, and for nobody; `hour` is that in which the clock began.
 */
export interface TargetSharesView {
  readonly byKind: readonly (TargetShareView & { readonly of: TargetKind })[];
  readonly byQueue: readonly (TargetShareView & Pick<QueueTotalView, "queue">)[];
  readonly byUser: readonly (TargetShareView & Pick<UserTotalView, "user">)[];
  readonly byHour: readonly (TargetShareView & { readonly hour: number })[];
}

/**
 * What a figure is made of: tickets by their state now, by closing, by creation, those of TME (`waited`) and TMA (`handled`), or those with
 * a target that was kept or missed.
 */
export const FIGURES = ["open", "pending", "closed", "created", "waited", "handled", "kept", "missed"] as const;
export type Figure = (typeof FIGURES)[number];

/** A part of a waiting or handling time; `reason` says why it was left out, and is null where it counted. */
export interface WorkingPartView {
  readonly from: string;
  readonly until: string;
  readonly reason: "closed" | "lunch" | "weekend" | "holiday" | null;
}

/** Added: a ticket behind a figure. */
export interface FigureTicketView {
  readonly id: number;
  readonly status: TicketStatus;
  readonly contact: { readonly id: number; readonly name: string };
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly queue: { readonly id: number; readonly name: string; readonly color: string } | null;
  readonly createdAt: string;
  readonly acceptedAt: string | null;
  readonly closedAt: string | null;
  /** Of `waited` and `handled`: the working time, and how it was counted; `more` parts are not listed. */
  readonly time: { readonly millis: number; readonly parts: readonly WorkingPartView[]; readonly more: number } | null;
}

/** Added: a page of the tickets behind a figure; `cursor` gives the next one, and is null at the end. */
export interface FigureTicketsView {
  readonly tickets: readonly FigureTicketView[];
  readonly cursor: string | null;
}

/** The days, up to yesterday, that a recount may be about: those of this month, of this year, or all. */
export const RECOUNT_RANGES = ["month", "year", "all"] as const;
export type RecountRange = (typeof RECOUNT_RANGES)[number];

/** Added: of each range, the days whose working time was counted by other opening hours than the current ones. */
export type RecountDaysView = Readonly<Record<RecountRange, number>>;

/** Added: a queue as it is now; null holds what has no queue (D-543). */
export interface NowQueueView {
  readonly queue: { readonly id: number; readonly name: string; readonly color: string } | null;
  readonly waiting: number;
  readonly open: number;
  /** Since when the one that waits longest waits; null where nothing waits. */
  readonly longestWait: string | null;
  /** Of waiting and open ones: those whose target is over, and those for which that is so within fifteen minutes. */
  readonly overdue: number;
  readonly dueSoon: number;
}

/** Added: a person as she is now. */
export interface NowPersonView {
  readonly id: number;
  readonly name: string;
  readonly status: "online" | "away" | "offline";
  readonly profilePicUrl: string | null;
  /** Whether it is within her hours. */
  readonly isWorking: boolean;
  /** False while she is set away. */
  readonly takesShares: boolean;
  /** Her open conversations that the requester sees. */
  readonly open: number;
  /** What counts for her limit: all her open and assigned pending ones. */
  readonly load: number;
  readonly openLimit: number | null;
  /** Of the requester's queues: those that she is in, and those of which distribution gives her conversations. */
  readonly memberOf: readonly number[];
  readonly takesPartIn: readonly number[];
  /** The last answer in the conversations that were hers last, and when a screen of hers was connected last. */
  readonly lastAnswerAt: string | null;
  readonly lastSeenAt: string | null;
}

/** Added: what the team has now, as far as the requester sees and steers it. */
export interface TeamNowView {
  readonly queues: readonly NowQueueView[];
  readonly people: readonly NowPersonView[];
  /** Whether any of these queues has a target. */
  readonly hasTargets: boolean;
}

export const dashboardPaths = {
  now: path("GET", "/dashboard/now"),
  nowTickets: path("GET", "/dashboard/now/tickets"),
  stats: path("GET", "/dashboard/stats"),
  users: path("GET", "/dashboard/users"),
  userTickets: path("GET", "/dashboard/users/:userId"),
  byUser: path("GET", "/ticketColaborador"),
  byContact: path("GET", "/ticketCliente"),
  byQueue: path("GET", "/ticketQueue"),
  byReason: path("GET", "/dashboard/reasons"),
  counters: path("GET", "/dashboard/counters"),
  rating: path("GET", "/dashboard/rating"),
  tickets: path("GET", "/dashboard/tickets"),
  targets: path("GET", "/dashboard/targets"),
  recount: path("POST", "/dashboard/recount"),
  recountDays: path("GET", "/dashboard/recount"),
} as const;

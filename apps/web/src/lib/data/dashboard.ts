import type { Figure, RecountRange } from "@balcao/contracts/dashboard";
import type { TargetKind } from "@balcao/domain/targets";
import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import { ApiError, call } from "../api";
import { queryClient } from "../queryClient";
import { jobsQuery } from "./jobs";
import { addRemark } from "./remarks";

/** Slices of a pie; the others are summed up in one. */
const SLICES = 10;

/** What the dashboard shows: days `yyyy-MM-dd`, both included, and perhaps one person or queue. */
export interface DashboardFilter {
  readonly firstDate: string;
  readonly lastDate: string;
  readonly userId?: number | undefined;
  readonly queueId?: number | undefined;
}

/** Which tickets a figure is made of, where the filter does not say it. */
export interface FigureChoice {
  readonly figure: Figure;
  readonly userId?: number | undefined;
  readonly queueId?: number | undefined;
  readonly contactId?: number | undefined;
  readonly hour?: number | undefined;
  readonly reason?: string | undefined;
  /** Of targets that were kept or missed. */
  readonly target?: TargetKind | undefined;
}

/** The key of everything that the dashboard reads again every minute. */
export const DASHBOARD_KEY = ["dashboard"] as const;

/** The counters and the twelve bars. */
export const countersQuery = (filter: DashboardFilter) =>
  queryOptions({
    queryKey: [...DASHBOARD_KEY, "counters", filter],
    queryFn: ({ signal }) => call("dashboard", "counters", { query: filter }, { signal }),
    placeholderData: (before) => before,
  });

/** The targets that were kept and missed. */
export const targetsQuery = (filter: DashboardFilter) =>
  queryOptions({
    queryKey: [...DASHBOARD_KEY, "targets", filter],
    queryFn: ({ signal }) => call("dashboard", "targets", { query: filter }, { signal }),
    placeholderData: (before) => before,
  });

/** The average of the ratings. */
export const ratingQuery = (filter: DashboardFilter) =>
  queryOptions({
    queryKey: [...DASHBOARD_KEY, "rating", filter],
    queryFn: ({ signal }) => call("dashboard", "rating", { query: filter }, { signal }),
    placeholderData: (before) => before,
  });

/** The table of agents. */
export const agentsQuery = (filter: DashboardFilter) =>
  queryOptions({
    queryKey: [...DASHBOARD_KEY, "users", filter],
    queryFn: ({ signal }) => call("dashboard", "users", { query: filter }, { signal }),
    placeholderData: (before) => before,
  });

/** The statistic cards; the averages come from the server, not from 50,000 pairs. */
export const statsQuery = (filter: DashboardFilter) =>
  queryOptions({
    queryKey: [...DASHBOARD_KEY, "stats", filter],
    queryFn: ({ signal }) => call("dashboard", "stats", { query: { ...filter, pairs: false } }, { signal }),
    placeholderData: (before) => before,
  });

/** A slice of a pie: of a person, a contact, a queue or a reason; `id` is null for the sum of the others. */
export interface Slice {
  readonly id: number | string | null;
  readonly name: string | null;
  readonly color: string | null;
  readonly total: number;
}

export const PIES = ["byUser", "byContact", "byQueue", "byReason"] as const;
export type Pie = (typeof PIES)[number];

async function readSlices(pie: Pie, filter: DashboardFilter, signal: AbortSignal): Promise<readonly Slice[]> {
  if (pie === "byReason")
    return (await call("dashboard", pie, { query: filter }, { signal })).map(({ Total, reason: { key, name, color } }) => ({
      ...{ id: key, name, color, total: Total },
    }));
  const request = { query: { ...filter, limit: SLICES } };
  if (pie === "byUser") return (await call("dashboard", pie, request, { signal })).map(({ Total, user }) => toSlice(Total, user));
  if (pie === "byContact") return (await call("dashboard", pie, request, { signal })).map(({ Total, contact }) => toSlice(Total, contact));
  return (await call("dashboard", pie, request, { signal })).map(({ Total, queue }) => ({
    ...toSlice(Total, queue),
    color: queue?.color ?? null,
  }));
}

const toSlice = (total: number, of: { readonly id: number; readonly name: string } | null): Slice => ({
  id: of?.id ?? null,
  name: of?.name ?? null,
  color: null,
  total,
});

/** The slices of a pie, the largest first. */
export const pieQuery = (pie: Pie, filter: DashboardFilter) =>
  queryOptions({
    queryKey: [...DASHBOARD_KEY, pie, filter],
    queryFn: ({ signal }) => readSlices(pie, filter, signal),
    placeholderData: (before) => before,
  });

/** The tickets that an agent attends now. */
export const agentTicketsQuery = (userId: number, queueId: number | undefined) =>
  queryOptions({
    queryKey: ["dashboardAgent", userId, queueId ?? null],
    queryFn: ({ signal }) => call("dashboard", "userTickets", { params: { userId }, query: { queueId } }, { signal }),
    staleTime: 0,
  });

/** The tickets behind a figure, page by page. */
export const figureTicketsQuery = (filter: DashboardFilter, choice: FigureChoice) =>
  infiniteQueryOptions({
    queryKey: ["dashboardFigure", filter, choice],
    queryFn: ({ pageParam, signal }) => call("dashboard", "tickets", { query: { ...filter, ...choice, cursor: pageParam } }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
    staleTime: 0,
  });

/** How many days a recount would be about; `since` changes whenever the answer may. */
export const recountDaysQuery = (since: string) =>
  queryOptions({
    queryKey: ["dashboardRecount", since],
    queryFn: ({ signal }) => call("dashboard", "recountDays", {}, { signal }),
    placeholderData: (before) => before,
  });

/** The request for a recount waits for its end, which is after the browser's patience for many years. */
const RECOUNT_MS = 600_000;

/**
 * Counts the working time of earlier days again, by the current opening hours: a job, whose note says how it goes on and ends. A
 * problem is shown unless the job runs all the same.
 */
export function useRecount(onRefused: (error: Error) => void) {
  return useMutation({
    mutationFn: (range: RecountRange) => call("dashboard", "recount", { body: { range } }, { timeoutMs: RECOUNT_MS }),
    onSuccess: () => addRemark({ descricao: "Recalculou os números do painel", origem: "Painel" }),
    onError: async (error) => {
      if (error instanceof ApiError && error.code === "ERR_JOB_STOPPED") return;
      const jobs = await queryClient.query({ ...jobsQuery, staleTime: 0 }).catch(() => []);
      if (!jobs.some(({ kind, state }) => kind === "figureRecount" && state === "running")) onRefused(error);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY }),
      ]),
  });
}

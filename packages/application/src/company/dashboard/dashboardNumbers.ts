import type { AverageView, DashboardCountersView, DashboardRatingView, DashboardStatsView } from "@balcao/contracts/dashboard";
import {
  countContactsAfter,
  countContactsUpTo,
  countTotals,
  getNewestContactId,
  listTicketPairs,
  type ContactCountRow,
} from "@balcao/database/dashboard";
import { readTicketCells } from "@balcao/database/tickets";
import { readOld, type Ctx, type Services } from "../../ground/kernel/index.js";
import { keepCounts } from "./keepCounts.js";
import { boundsOf, readFigures, sumCells, type FigureFilter } from "./readFigures.js";

/** Pairs that an answer has at most. */
const MOST_PAIRS = 50_000;

const keepContacts = keepCounts<ContactCountRow>();

async function countContacts(services: Services): Promise<ContactCountRow> {
  const counting = { newest: getNewestContactId, upTo: countContactsUpTo, after: countContactsAfter };
  const counts = await readOld(services, (sql) => keepContacts(services, sql, "", counting));
  return counts.reduce((sum, each) => ({ contacts: sum.contacts + each.contacts, groups: sum.groups + each.groups }));
}

const toAverage = (tickets: number, millis: number): AverageView => ({ tickets, millis: tickets === 0 ? 0 : millis / tickets });

/** The statistic cards: present totals, and the period's tickets, messages and averages [API-095, D-106, D-110]. */
export async function getDashboardStats(
  services: Services,
  _ctx: Ctx,
  { pairs, ...filter }: FigureFilter & { readonly pairs: boolean },
): Promise<DashboardStatsView> {
  const { users, queues, connections } = services.directory.current();
  const [figures, totals, contacts, spans] = await Promise.all([
    readFigures(services, filter),
    readOld(services, countTotals),
    countContacts(services),
    pairs ? readOld(services, (sql) => listTicketPairs(sql, toCreated(services, filter), MOST_PAIRS)) : [],
  ]);
  const sum = sumCells(figures.cells);
  const people = [...users.values()].filter(({ deleted }) => !deleted);
  const numbers = [...connections.values()];
  return {
    user: people.filter(({ status }) => status === "online").length,
    userTotal: people.length,
    queue: queues.size,
    whatsapp: numbers.filter(({ status }) => status === "CONNECTED").length,
    whatsappTotal: numbers.length,
    group: contacts.groups,
    agendamento: totals.schedules,
    tags: totals.tags,
    contacts: contacts.contacts,
    tickets: sum.created,
    messages: sum.messages,
    tme: spans.map(({ createdAt, acceptedAt }) => ({ createdAt: createdAt.toISOString(), acceptedAt: acceptedAt.toISOString() })),
    tma: spans.flatMap(({ acceptedAt, closedAt }) =>
      closedAt === null ? [] : [{ acceptedAt: acceptedAt.toISOString(), closedAt: closedAt.toISOString() }],
    ),
    averages: { tme: toAverage(sum.waits, sum.waitMs), tma: toAverage(sum.handled, sum.handleMs) },
    countedOtherwise: figures.countedOtherwise,
    complete: figures.complete,
  };
}

/** The counters, of which only `closed` and the bars follow the dates [D-103, D-104]. */
export async function getDashboardCounters(services: Services, _ctx: Ctx, filter: FigureFilter): Promise<DashboardCountersView> {
  const [{ cells }, present] = await Promise.all([readFigures(services, filter), countPresent(services, filter)]);
  const { closed, hours } = sumCells(cells);
  return { open: present("open"), pending: present("pending"), closed, hours };
}

/** The average of the period's ratings [DASH-025, D-108]. */
export async function getDashboardRating(services: Services, _ctx: Ctx, filter: FigureFilter): Promise<DashboardRatingView> {
  const { ratings, ratingSum } = sumCells((await readFigures(services, filter)).cells);
  return { average: ratings === 0 ? null : ratingSum / ratings, ratings };
}

/** Returns how many tickets of a state a queue and a person have now; everybody's where none is named. */
export async function countPresent(
  services: Services,
  { queueId, userId }: FigureFilter,
): Promise<(bucket: "open" | "pending", ofUser?: number) => number> {
  const cells = await readTicketCells(services.database.sql);
  return (bucket, ofUser = userId) =>
    cells
      .filter(
        (cell) =>
          cell.bucket === bucket &&
          (queueId === undefined || cell.queueKey === queueId) &&
          (ofUser === undefined || cell.userKey === ofUser),
      )
      .reduce((sum, { n }) => sum + n, 0);
}

/** The filter of statements that choose tickets by their creation. */
export const toCreated = (services: Services, filter: FigureFilter) => ({
  ...boundsOf(services, filter),
  queueId: filter.queueId ?? null,
  userId: filter.userId ?? null,
});

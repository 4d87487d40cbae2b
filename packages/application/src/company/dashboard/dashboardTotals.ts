import type {
  ContactTotalView,
  DashboardUserView,
  QueueTotalView,
  ReasonTotalView,
  TargetSharesView,
  TargetShareView,
  UserTotalView,
} from "@balcao/contracts/dashboard";
import { listContactTotals, sumTargets, type ContactTotalRow, type SummedCell, type TargetSumRow } from "@balcao/database/dashboard";
import { listReasonTotals } from "@balcao/database/tickets";
import { readClosingReasons } from "@balcao/domain/closing";
import { TARGET_KINDS } from "@balcao/domain/targets";
import { isVisibleUser } from "../../ground/directory/index.js";
import { readOld, type Ctx, type Services } from "../../ground/kernel/index.js";
import { countPresent, toCreated } from "./dashboardNumbers.js";
import { readFigures, sumCells, type FigureFilter } from "./readFigures.js";
import { shareReads } from "./shareReads.js";

/** Contacts that an answer has at most, where it names no limit. */
const MOST_CONTACTS = 50_000;

type TotalsInput = FigureFilter & { readonly limit?: number | undefined };

/** Tickets created in the period, per person who has them [API-098, D-105]. */
export async function countTicketsByUser(services: Services, _ctx: Ctx, { limit, ...filter }: TotalsInput): Promise<UserTotalView[]> {
  const { users } = services.directory.current();
  const { cells } = await readFigures(services, filter);
  const rows = totalsOf(cells, ({ userKey }) => userKey).flatMap(({ id, Total }) => {
    const user = users.get(id);
    return user ? [{ Total, user: { id, name: user.name } }] : [];
  });
  return cut<UserTotalView>(rows, limit, (Total) => ({ Total, user: null }));
}

/** Tickets created in the period, per queue [API-100]. */
export async function countTicketsByQueue(services: Services, _ctx: Ctx, { limit, ...filter }: TotalsInput): Promise<QueueTotalView[]> {
  const { queues } = services.directory.current();
  const { cells } = await readFigures(services, filter);
  const rows = totalsOf(cells, ({ queueKey }) => queueKey).flatMap(({ id, Total }) => {
    const queue = queues.get(id);
    return queue ? [{ Total, queue: { id, name: queue.name, color: queue.color } }] : [];
  });
  return cut<QueueTotalView>(rows, limit, (Total) => ({ Total, queue: null }));
}

/** Tickets closed in the period, by why (D-501). */
export async function countTicketsByReason(services: Services, _ctx: Ctx, filter: FigureFilter): Promise<ReasonTotalView[]> {
  const rows = await readOld(services, (sql) => listReasonTotals(sql, toCreated(services, filter)));
  const reasons = readClosingReasons(services.directory.current().settings.closingReasons);
  return rows.map(({ key, n }) => {
    const found = reasons.find(({ id }) => String(id) === key);
    return { Total: n, reason: { key, name: found?.name ?? null, color: found?.color ?? null } };
  });
}

const shareContacts = shareReads<readonly ContactTotalRow[]>();

/** Tickets created in the period, per contact [API-099]. */
export async function countTicketsByContact(services: Services, _ctx: Ctx, { limit, ...filter }: TotalsInput): Promise<ContactTotalView[]> {
  const created = toCreated(services, filter);
  const [rows, { cells }] = await Promise.all([
    shareContacts(services, JSON.stringify([created, limit]), () =>
      readOld(services, (sql) => listContactTotals(sql, created, limit ?? MOST_CONTACTS)),
    ),
    readFigures(services, filter),
  ]);
  const views: ContactTotalView[] = rows.map(({ contactId, name, n }) => ({ Total: n, contact: { id: contactId, name } }));
  const rest = sumCells(cells).created - rows.reduce((sum, { n }) => sum + n, 0);
  return limit !== undefined && rows.length === limit && rest > 0 ? [...views, { Total: rest, contact: null }] : views;
}

/** The table of agents: open tickets now, and closed ones and ratings of the period [API-096]. */
export async function listDashboardUsers(
  services: Services,
  { actor, sessionId }: Ctx,
  filter: FigureFilter,
): Promise<DashboardUserView[]> {
  const [{ cells }, present] = await Promise.all([readFigures(services, filter), countPresent(services, filter)]);
  const byUser = new Map<number, SummedCell[]>();
  for (const cell of cells) byUser.set(cell.userKey, [...(byUser.get(cell.userKey) ?? []), cell]);
  return [...services.directory.current().users.values()]
    .filter((user) => isVisibleUser(user, actor) && (filter.userId === undefined || user.id === filter.userId))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id)
    .map(({ id, name, status, pictureFileId }) => {
      const { closed, ratings, ratingSum } = sumCells(byUser.get(id) ?? []);
      return {
        id,
        name,
        status,
        profilePicUrl: pictureFileId === null ? null : services.fileUrl(sessionId, pictureFileId),
        open: present("open", id),
        closed,
        nps: ratings === 0 ? null : ratingSum / ratings,
        npsCount: ratings,
      };
    });
}

/** The tickets created per key, the largest first; none for key 0. */
function totalsOf(cells: readonly SummedCell[], keyOf: (cell: SummedCell) => number): { id: number; Total: number }[] {
  const totals = new Map<number, number>();
  for (const cell of cells) totals.set(keyOf(cell), (totals.get(keyOf(cell)) ?? 0) + cell.created);
  return [...totals]
    .filter(([id, Total]) => id !== 0 && Total > 0)
    .map(([id, Total]) => ({ id, Total }))
    .sort((a, b) => b.Total - a.Total || a.id - b.id);
}

/** The first rows, and one with the sum of the others. */
function cut<T extends { readonly Total: number }>(rows: readonly T[], limit: number | undefined, toRest: (total: number) => T): T[] {
  if (limit === undefined || rows.length <= limit) return [...rows];
  return [...rows.slice(0, limit), toRest(rows.slice(limit).reduce((sum, { Total }) => sum + Total, 0))];
}

/** How many targets were kept and missed in a period, by kind, queue, person and hour (D-513). */
export async function getTargetShares(services: Services, _ctx: Ctx, filter: FigureFilter): Promise<TargetSharesView> {
  const { queues, users, settings } = services.directory.current();
  const chosen = { ...toCreated(services, filter), zone: settings.timeZone };
  const rows = await readOld(services, (sql) => sumTargets(sql, chosen));
  const of = (by: TargetSumRow["by"]) => rows.filter((row) => row.by === by);
  const share = ({ kept, missed }: TargetShareView): TargetShareView => ({ kept, missed });
  return {
    byKind: TARGET_KINDS.flatMap((kind) => of("kind").flatMap((row) => (row.kind === kind ? [{ of: kind, ...share(row) }] : []))),
    byQueue: largestFirst(of("queue")).map((row) => {
      const queue = queues.get(row.queueId ?? 0);
      return { queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null, ...share(row) };
    }),
    byUser: largestFirst(of("user")).map((row) => {
      const user = users.get(row.userId ?? 0);
      return { user: user ? { id: user.id, name: user.name } : null, ...share(row) };
    }),
    byHour: of("hour")
      .map((row) => ({ hour: row.hour ?? 0, ...share(row) }))
      .sort((a, b) => a.hour - b.hour),
  };
}

const largestFirst = (rows: readonly TargetSumRow[]): TargetSumRow[] => [...rows].sort((a, b) => b.kept + b.missed - (a.kept + a.missed));

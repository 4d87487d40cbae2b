import { conditionsOver, matches } from "@balcao/domain/access";
import { isWorkingTime } from "@balcao/domain/calendar";
import { minutesOfTarget, TARGET_KINDS } from "@balcao/domain/targets";
import { toCellFacts, toTicketRanges, type TicketCell, type TicketCondition, type TicketFacts } from "@balcao/domain/tickets";
import type { NowPersonView, NowQueueView, TeamNowView } from "@balcao/contracts/dashboard";
import type { TicketListView } from "@balcao/contracts/tickets";
import { countDue, readLongestWaits, readSignsOfLife, type SignOfLife } from "@balcao/database/dashboard";
import { listTicketsByRanges, readTicketCells } from "@balcao/database/tickets";
import { isVisibleUser, type DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { inboxListOf, presenterFor, ticketView, toShownRows } from "../../inbox/tickets/index.js";
import { steeredQueues } from "../../people/users/index.js";
import { shareReads } from "./shareReads.js";

/** What is due within this time is due soon. */
const SOON_MS = 15 * 60_000;
/** Signs of life may be this old: they cost more than the rest, and change with every answer. */
const SIGNS_MS = 10_000;
const MOST_TICKETS = 100;
const { all, eq, isNull } = conditionsOver<TicketFacts>();

const readCells = async (services: Services) => {
  const { sql } = services.database;
  const now = services.clock.now();
  const [cells, waits, due] = await Promise.all([
    readTicketCells(sql),
    readLongestWaits(sql),
    countDue(sql, now, new Date(now.getTime() + SOON_MS)),
  ]);
  return { cells, waits, due };
};
const shareCells = shareReads<Awaited<ReturnType<typeof readCells>>>();
const shareSigns = shareReads<Signs>();

interface Signs {
  readonly at: number;
  readonly byUser: ReadonlyMap<number, SignOfLife>;
}
const lastSigns = new WeakMap<Services, Signs>();

async function readSigns(services: Services): Promise<Signs["byUser"]> {
  const known = lastSigns.get(services);
  if (known && services.clock.monotonic() - known.at < SIGNS_MS) return known.byUser;
  const signs = await shareSigns(services, "", async () => ({
    at: services.clock.monotonic(),
    byUser: new Map((await readSignsOfLife(services.database.sql)).map((row) => [row.userId, row])),
  }));
  lastSigns.set(services, signs);
  return signs.byUser;
}

/** The lists with everybody's tickets, as the requester sees them. */
const everybodys = (directory: DirectorySnapshot, { actor }: Ctx) =>
  inboxListOf(directory, actor, { showAll: true, queueIds: null }).condition;

/**
 * Shows what the team has now, for administrators and managers: the numbers are those of the lists that the person sees with "show all",
 * by the same rule over the same stored counts; people are those of the queues that the person steers [D-543].
 */
export async function getTeamNow(services: Services, ctx: Ctx): Promise<TeamNowView> {
  const directory = services.directory.current();
  const [read, signs] = await Promise.all([shareCells(services, "", () => readCells(services)), readSigns(services)]);
  const steered = steeredQueues(services, ctx);
  const seen = toSeen(directory, everybodys(directory, ctx), read);
  const keys = [...[...directory.queues.keys()].filter((id) => steered.has(id)), ...[...seen.keys()].filter((key) => !steered.has(key))];
  const queues = keys.map((key) => seen.get(key) ?? toQueue(directory, key));
  const isShown = (row: NowQueueView): boolean => (row.queue !== null && steered.has(row.queue.id)) || row.waiting + row.open > 0;
  return {
    queues: queues.filter(isShown),
    people: toPeople(services, ctx, { steered, cells: read.cells, signs }),
    hasTargets: [...directory.queues.values()].some(
      (queue) => steered.has(queue.id) && TARGET_KINDS.some((kind) => minutesOfTarget(queue, kind) !== null),
    ),
  };
}

function toQueue({ queues }: DirectorySnapshot, key: number): NowQueueView {
  const queue = queues.get(key);
  const named = queue ? { id: queue.id, name: queue.name, color: queue.color } : null;
  return { queue: named, waiting: 0, open: 0, longestWait: null, overdue: 0, dueSoon: 0 };
}

/** Each queue with what the person sees of it. */
function toSeen(
  directory: DirectorySnapshot,
  condition: TicketCondition,
  { cells, waits, due }: Awaited<ReturnType<typeof readCells>>,
): ReadonlyMap<number, NowQueueView> {
  const seen = new Map<number, NowQueueView>();
  const isSeen = (cell: Omit<TicketCell, "n">): boolean => matches(condition, toCellFacts({ ...cell, n: 0 }));
  const add = (key: number, change: (row: NowQueueView) => Partial<NowQueueView>): void => {
    const row = seen.get(key) ?? toQueue(directory, key);
    seen.set(key, { ...row, ...change(row) });
  };
  for (const cell of cells) {
    if (cell.bucket === "pending" && isSeen(cell)) add(cell.queueKey, ({ waiting }) => ({ waiting: waiting + cell.n }));
    if (cell.bucket === "open" && isSeen(cell)) add(cell.queueKey, ({ open }) => ({ open: open + cell.n }));
  }
  for (const { since, ...cell } of waits) {
    const at = since.toISOString();
    if (isSeen({ ...cell, bucket: "pending" }))
      add(cell.queueKey, ({ longestWait }) => ({ longestWait: longestWait === null || at < longestWait ? at : longestWait }));
  }
  for (const cell of due)
    if (isSeen(cell)) add(cell.queueKey, (row) => ({ overdue: row.overdue + cell.overdue, dueSoon: row.dueSoon + cell.dueSoon }));
  return seen;
}

interface PeopleFacts {
  readonly steered: ReadonlySet<number>;
  readonly cells: readonly TicketCell[];
  readonly signs: Signs["byUser"];
}

function toPeople(services: Services, ctx: Ctx, { steered, cells, signs }: PeopleFacts): NowPersonView[] {
  const directory = services.directory.current();
  const { settings, users, queues } = directory;
  const now = services.clock.now();
  const condition = everybodys(directory, ctx);
  const [open, load] = [new Map<number, number>(), new Map<number, number>()];
  for (const cell of cells) {
    if (cell.userKey === 0 || (cell.bucket !== "open" && cell.bucket !== "pending")) continue;
    load.set(cell.userKey, (load.get(cell.userKey) ?? 0) + cell.n);
    if (cell.bucket === "open" && matches(condition, toCellFacts(cell))) open.set(cell.userKey, (open.get(cell.userKey) ?? 0) + cell.n);
  }
  const isOfTeam = (user: { readonly queueIds: readonly number[] }): boolean =>
    ctx.actor.profile === "admin" || user.queueIds.some((id) => steered.has(id));
  return [...users.values()]
    .filter((user) => user.active && isVisibleUser(user, ctx.actor) && isOfTeam(user))
    .sort(
      (one, other) =>
        Number(one.status === "offline") - Number(other.status === "offline") || one.name.localeCompare(other.name) || one.id - other.id,
    )
    .map((user) => {
      const { id, name, status, takesShares, openLimit, pictureFileId } = user;
      const memberOf = user.queueIds.filter((queueId) => steered.has(queueId));
      return {
        ...{ id, name, status, takesShares, openLimit },
        profilePicUrl: pictureFileId === null ? null : services.fileUrl(ctx.sessionId, pictureFileId),
        isWorking: isWorkingTime(user, now, settings.timeZone),
        open: open.get(id) ?? 0,
        load: load.get(id) ?? 0,
        memberOf,
        takesPartIn: memberOf.filter((queueId) => queues.get(queueId)?.attendantIds.includes(id) === true),
        lastAnswerAt: signs.get(id)?.lastAnswerAt?.toISOString() ?? null,
        lastSeenAt: signs.get(id)?.lastSeenAt?.toISOString() ?? null,
      };
    });
}

interface NowTicketsInput {
  readonly status: "open" | "pending";
  /** 0 for what has no queue. */
  readonly queueId?: number | undefined;
  readonly userId?: number | undefined;
}

/** The conversations behind a number of a queue or person, the first hundred: the longest waiting first, open ones by activity [D-543]. */
export async function listNowTickets(
  services: Services,
  ctx: Ctx,
  { status: bucket, queueId, userId }: NowTicketsInput,
): Promise<TicketListView> {
  const directory = services.directory.current();
  const ofQueue = queueId === 0 ? [isNull("queueId")] : queueId === undefined ? [] : [eq("queueId", queueId)];
  const narrowed = all(everybodys(directory, ctx), ...ofQueue, ...(userId === undefined ? [] : [eq("userId", userId)]));
  const { rows, count } = await listTicketsByRanges(services.database.sql, {
    bucket,
    ranges: toTicketRanges(narrowed, bucket, directory.universe),
    order: bucket === "pending" ? "wait" : "activity",
    cursor: null,
    offset: 0,
    limit: MOST_TICKETS,
  });
  const presenter = presenterFor(services, ctx);
  const shown = await toShownRows(services.database.sql, presenter.directory, rows);
  return { tickets: shown.map((row) => ticketView(row, presenter)), hasMore: count > rows.length, count };
}

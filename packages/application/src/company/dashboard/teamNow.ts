import { conditionsOver } from "@balcao/domain/access";
import { minutesOfTarget, TARGET_KINDS } from "@balcao/domain/targets";
import { toTicketRanges, type PlaceFacts } from "@balcao/domain/tickets";
import type { NowPersonView, NowQueueView, TeamNowView } from "@balcao/contracts/dashboard";
import type { TicketListView } from "@balcao/contracts/tickets";
import { listTicketsByRanges } from "@balcao/database/tickets";
import { isVisibleUser, type DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { inboxListOf, presenterFor, ticketView, toShownRows } from "../../inbox/tickets/index.js";
import { steeredQueues } from "../../people/users/index.js";
import { eachIn, readNowFacts, readSigns, teamOf, type NowFacts } from "./teamFacts.js";

const MOST_TICKETS = 100;
const { all, eq, isNull } = conditionsOver<PlaceFacts>();

/** The lists with everybody's tickets, as the requester sees them. */
const everybodys = (directory: DirectorySnapshot, { actor }: Ctx) => inboxListOf(directory, actor, { showAll: true, queueIds: null });
type Lists = ReturnType<typeof everybodys>;

/**
 * Shows what the team has now, for administrators and managers: the numbers are those of the lists that the person sees with "show all",
 * by the same rule over the same stored counts; people are those of the queues that the person steers [D-543].
 */
export async function getTeamNow(services: Services, ctx: Ctx): Promise<TeamNowView> {
  const [facts, signs] = await Promise.all([readNowFacts(services), readSigns(services)]);
  const directory = services.directory.current();
  const steered = steeredQueues(services, ctx);
  const lists = everybodys(directory, ctx);
  const seen = toSeen(directory, lists, facts);
  const own = [...directory.queues.keys()].filter((id) => steered.has(id));
  const others = [...seen.keys()].filter((key) => !steered.has(key));
  return {
    queues: [...own, ...others].map((key) => seen.get(key) ?? toQueue(directory, key)),
    people: toPeople(services, ctx, { steered, lists, facts, signs }),
    hasTargets: own.some((id) => {
      const queue = directory.queues.get(id);
      return queue !== undefined && TARGET_KINDS.some((kind) => minutesOfTarget(queue, kind) !== null);
    }),
  };
}

type QueueNow = { -readonly [K in keyof NowQueueView]: NowQueueView[K] };

function toQueue({ queues }: DirectorySnapshot, key: number): QueueNow {
  const queue = queues.get(key);
  const named = queue ? { id: queue.id, name: queue.name, color: queue.color } : null;
  return { queue: named, waiting: 0, open: 0, longestWait: null, overdue: 0, dueSoon: 0 };
}

/** Each queue of which the person sees something. */
function toSeen(directory: DirectorySnapshot, lists: Lists, { counts, waits, due }: NowFacts): ReadonlyMap<number, NowQueueView> {
  const seen = new Map<number, QueueNow>();
  const at = (key: number): QueueNow => {
    const row = seen.get(key) ?? toQueue(directory, key);
    seen.set(key, row);
    return row;
  };
  for (const bucket of ["open", "pending"] as const) {
    const ranges = lists.rangesIn(bucket);
    eachIn(ranges, counts[bucket], (key, _userKey, { n }) => (at(key)[bucket === "open" ? "open" : "waiting"] += n));
    eachIn(ranges, due[bucket], (key, _userKey, { overdue, dueSoon }) => {
      at(key).overdue += overdue;
      at(key).dueSoon += dueSoon;
    });
  }
  eachIn(lists.rangesIn("pending"), waits, (key, _userKey, { since }) => {
    const row = at(key);
    if (row.longestWait === null || since < row.longestWait) row.longestWait = since;
  });
  return seen;
}

interface PeopleFacts {
  readonly steered: ReadonlySet<number>;
  readonly lists: Lists;
  readonly facts: NowFacts;
  readonly signs: Awaited<ReturnType<typeof readSigns>>;
}

function toPeople(services: Services, ctx: Ctx, { steered, lists, facts, signs }: PeopleFacts): NowPersonView[] {
  const { queues } = services.directory.current();
  const open = new Map<number, number>();
  eachIn(lists.rangesIn("open"), facts.counts.open, (_key, userKey, { n }) => open.set(userKey, (open.get(userKey) ?? 0) + n));
  const takers = new Map([...queues.values()].map(({ id, attendantIds }) => [id, new Set(attendantIds)]));
  const people: NowPersonView[] = [];
  for (const { user, isWorking } of teamOf(services)) {
    const { id, pictureFileId } = user;
    const memberOf = user.queueIds.filter((queueId) => steered.has(queueId));
    if (!isVisibleUser(user, ctx.actor) || (ctx.actor.profile !== "admin" && memberOf.length === 0)) continue;
    const sign = signs.get(id);
    // Without spreading, which takes most of the time of a large team.
    people.push({
      id,
      name: user.name,
      status: user.status,
      profilePicUrl: pictureFileId === null ? null : services.fileUrl(ctx.sessionId, pictureFileId),
      isWorking,
      takesShares: user.takesShares,
      open: open.get(id) ?? 0,
      load: facts.loads.get(id) ?? 0,
      openLimit: user.openLimit,
      memberOf,
      takesPartIn: memberOf.filter((queueId) => takers.get(queueId)?.has(id) === true),
      lastAnswerAt: sign?.lastAnswerAt ?? null,
      lastSeenAt: sign?.lastSeenAt ?? null,
    });
  }
  return people;
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
  const narrowed = all(everybodys(directory, ctx).condition, ...ofQueue, ...(userId === undefined ? [] : [eq("userId", userId)]));
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

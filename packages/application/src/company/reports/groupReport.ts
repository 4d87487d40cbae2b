import type { TicketStatus } from "@balcao/domain/tickets";
import { listRatingSums, listTicketTimes, type ReportPlace, type TicketTimes } from "@balcao/database/reports";
import { checkWaiting, tooLong, toColumns, toStatusColumns, type ReportScene } from "./reportInput.js";
import type { ReportPlan } from "./reportPlan.js";

const BATCH = 2_000;
/** The most tickets that one report adds up; what is above takes too long for a person who waits. */
const MOST_TICKETS = 500_000;
const MOST_BARS = 12;

interface Group {
  readonly counts: Map<TicketStatus, number>;
  total: number;
  waitMillis: number;
  waits: number;
  handlingMillis: number;
  handlings: number;
}

/** Tickets by status, average times and ratings of each queue, or of each person: business time (D-212). */
export async function planGroupReport(scene: ReportScene, by: "queue" | "user"): Promise<ReportPlan> {
  const { filter, read, words, write } = scene;
  const groups = await readGroups(scene, by);
  const ratings = new Map((await read((sql) => listRatingSums(sql, filter, by))).map(({ id, ...sums }) => [id, sums]));
  const named = [...groups]
    .map(([id, group]) => ({ id, group, name: id === null ? words.none[by] : write[by](id) }))
    .sort((a, b) => a.name.localeCompare(b.name, words.tag));
  return {
    total: named.length,
    layout: "landscape",
    columns: [
      ...toColumns(words, [[by, 160]]),
      ...toStatusColumns(words),
      ...toColumns(words, [
        ["others", 46, "right"],
        ["total", 46, "right"],
        ["averageWait", 70, "right"],
        ["averageHandling", 70, "right"],
        ["rating", 70, "right"],
      ]),
    ],
    filters: ["queue", "user", "contact", "status"],
    batches: async function* () {
      yield named.map(({ id, group, name }) => {
        const shown = (["open", "pending", "paused", "closed"] as const).map((status) => group.counts.get(status) ?? 0);
        const others = group.total - shown.reduce((sum, count) => sum + count, 0);
        const rated = ratings.get(id);
        return [
          name,
          ...[...shown, others, group.total].map(write.count),
          write.duration(average(group.waitMillis, group.waits)),
          write.duration(average(group.handlingMillis, group.handlings)),
          rated ? `${write.average(rated.sum / rated.count)} (${write.count(rated.count)})` : "",
        ];
      });
    },
    toTotals: () => [
      [by, named.filter(({ id }) => id !== null).length],
      ["ticket", named.reduce((sum, { group }) => sum + group.total, 0)],
    ],
    toChart: () => ({
      title: words.ticketsBy[by],
      bars: [...named]
        .sort((a, b) => b.group.total - a.group.total)
        .slice(0, MOST_BARS)
        .map(({ name, group }) => ({ label: name, value: group.total })),
    }),
  };
}

const average = (sum: number, count: number): number | null => (count === 0 ? null : sum / count);

async function readGroups(scene: ReportScene, by: "queue" | "user"): Promise<ReadonlyMap<number | null, Group>> {
  const { filter, read: readRows } = scene;
  const groups = new Map<number | null, Group>();
  let place: ReportPlace | null = null;
  for (let read = 0; ; read += BATCH) {
    if (read >= MOST_TICKETS) throw tooLong();
    checkWaiting(scene);
    const after = place;
    const tickets: TicketTimes[] = await readRows((sql) => listTicketTimes(sql, filter, after, BATCH));
    for (const ticket of tickets) addTo(groups, by === "queue" ? ticket.queueId : ticket.userId, ticket, scene.write.spans(ticket));
    const last = tickets.at(-1);
    if (!last || tickets.length < BATCH) return groups;
    place = { at: last.createdAt, id: last.id };
  }
}

function addTo(
  groups: Map<number | null, Group>,
  id: number | null,
  { status }: TicketTimes,
  { wait, handling }: { readonly wait: number | null; readonly handling: number | null },
): void {
  const group: Group = groups.get(id) ?? {
    counts: new Map<TicketStatus, number>(),
    total: 0,
    waitMillis: 0,
    waits: 0,
    handlingMillis: 0,
    handlings: 0,
  };
  groups.set(id, group);
  group.total += 1;
  group.counts.set(status, (group.counts.get(status) ?? 0) + 1);
  if (wait !== null) {
    group.waits += 1;
    group.waitMillis += wait;
  }
  if (handling !== null) {
    group.handlings += 1;
    group.handlingMillis += handling;
  }
}

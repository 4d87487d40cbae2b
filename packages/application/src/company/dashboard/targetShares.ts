import { TARGET_KINDS } from "@balcao/domain/targets";
import type { TargetSharesView, TargetShareView } from "@balcao/contracts/dashboard";
import { sumTargets, type TargetSumRow } from "@balcao/database/dashboard";
import { readOld, type Ctx, type Services } from "../../ground/kernel/index.js";
import { toCreated } from "./dashboardNumbers.js";
import type { FigureFilter } from "./readFigures.js";

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

import { TARGET_KINDS } from "@balcao/domain/targets";
import { sumReportTargets, type TargetLine } from "@balcao/database/reports";
import { toColumns, type ReportScene } from "./reportInput.js";
import type { ReportPlan } from "./reportPlan.js";

const MOST_BARS = 12;
const GROUPS = ["kind", "queue", "user", "hour"] as const;

/** The targets that were kept and missed, by target, queue, person and hour; a spreadsheet names the tickets behind what was missed (D-610). */
export async function planTargetReport(scene: ReportScene): Promise<ReportPlan> {
  const { filter, directory, input, read, words, write } = scene;
  const found = await read((sql) => sumReportTargets(sql, filter, directory.settings.timeZone));
  const lines = GROUPS.flatMap((by) => inOrder(found.filter((line) => line.by === by)));
  const nameOf = (line: TargetLine): string => toName(scene, line);
  const isSheet = input.format !== "pdf";
  return {
    total: lines.length,
    layout: "portrait",
    columns: toColumns(words, [
      ["by", 70],
      ["name", 170],
      ["kept", 60, "right"],
      ["missed", 60, "right"],
      ["total", 60, "right"],
      ["share", 60, "right"],
      ...(isSheet ? ([["missedTickets", 60]] as const) : []),
    ]),
    filters: ["queue", "user", "contact", "status"],
    batches: async function* () {
      yield lines.map((line) => {
        const { by, kept, missed, missedIds } = line;
        const sums = [...[kept, missed, kept + missed].map(write.count), write.share(kept, kept + missed)];
        return [words.targets.by[by], nameOf(line), ...sums, ...(isSheet ? [missedIds.join(" ")] : [])];
      });
    },
    toTotals: () => [["target", found.filter(({ by }) => by === "kind").reduce((sum, { kept, missed }) => sum + kept + missed, 0)]],
    toChart: () => ({
      title: words.targets.missedByQueue,
      bars: lines
        .filter(({ by, missed }) => by === "queue" && missed > 0)
        .sort((a, b) => b.missed - a.missed)
        .slice(0, MOST_BARS)
        .map((line) => ({ label: nameOf(line), value: line.missed })),
    }),
  };
}

/** Targets in their order, hours in that of the day, queues and people by what they had. */
const inOrder = (lines: readonly TargetLine[]): TargetLine[] =>
  [...lines].sort(
    (a, b) =>
      TARGET_KINDS.findIndex((kind) => kind === a.kind) - TARGET_KINDS.findIndex((kind) => kind === b.kind) ||
      (a.hour ?? 0) - (b.hour ?? 0) ||
      b.kept + b.missed - (a.kept + a.missed),
  );

function toName({ words, write }: ReportScene, { by, kind, queueId, userId, hour }: TargetLine): string {
  if (by === "kind") return kind === null ? "" : words.targets.of[kind];
  if (by === "queue") return write.queue(queueId);
  if (by === "user") return userId === null ? words.none.user : write.user(userId);
  return `${String(hour ?? 0).padStart(2, "0")}:00`;
}

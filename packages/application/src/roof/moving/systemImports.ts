import { MOVING_KINDS, movedSystem, type MovingKind } from "@balcao/domain/moving";
import type { ChatImportView, ImportedKindView } from "@balcao/contracts/chatImports";
import { listSystemRuns, type SystemRun } from "@balcao/database/moving";
import type { Services } from "../../ground/kernel/index.js";
import type { KindReport } from "./moveIn.js";

interface Counted {
  readonly made?: number;
  readonly leftOut?: Readonly<Record<string, number>>;
}

const toReported = (kind: MovingKind, counted: Counted | undefined, { here, there, leftOut }: KindReport): ImportedKindView => ({
  ...{ kind, made: counted?.made ?? 0, here: here.rows, there: there.rows },
  leftOut: leftOut.map(({ reason, rows }) => ({ reason, rows })),
});

/** How far a run is with a kind: what it has said at its end, or what it has counted so far. */
function toKind(kind: MovingKind, counted: Counted | undefined, report: KindReport | undefined): ImportedKindView[] {
  if (report !== undefined) return report.there.rows === 0 ? [] : [toReported(kind, counted, report)];
  if (counted === undefined) return [];
  const leftOut = Object.entries(counted.leftOut ?? {}).map(([reason, rows]) => ({ reason, rows }));
  return [{ kind, made: counted.made ?? 0, here: null, there: null, leftOut }];
}

function toView({ id, source, kind, counts, report, isAlive, startedAt, endedAt }: SystemRun): ChatImportView {
  const counted = (counts ?? {}) as Partial<Record<MovingKind, Counted>>;
  const reports = (report ?? []) as readonly KindReport[];
  const system = movedSystem(source);
  return {
    ...{ id, name: system.name, connection: "", messages: counted.messages?.made ?? 0, hasLater: false, system },
    ...{ startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null },
    now: isAlive ? (MOVING_KINDS.find((each) => each === kind) ?? MOVING_KINDS[0]) : null,
    kinds: MOVING_KINDS.flatMap((each) =>
      toKind(
        each,
        counted[each],
        reports.find((one) => one.kind === each),
      ),
    ),
  };
}

/** Lists the imports of other systems by the command, the newest first. */
export const listSystemImports = async ({ database }: Services): Promise<readonly ChatImportView[]> =>
  (await listSystemRuns(database.sql)).map(toView);

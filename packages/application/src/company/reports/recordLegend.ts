import type { ReportKind } from "@balcao/contracts/reports";
import { countReportTickets } from "@balcao/database/reports";
import type { ReportScene } from "./reportInput.js";

/** More are not counted. */
const MOST_RECORDS = 1_000_000;

/** What a report says of the records of sent messages in its period: how many it leaves out, or that it has them [D-268]. */
export interface RecordLegend {
  readonly leftOut: number;
  /** A name and the sentence; null where there are no records. */
  readonly fact: readonly [name: string, sentence: string] | null;
}

/** Reads the legend of a report. Those of a conversation and of targets leave nothing out. */
export async function readLegend({ filter, read, input, words: { records, tag } }: ReportScene, kind: ReportKind): Promise<RecordLegend> {
  const found =
    kind === "message" || kind === "target"
      ? 0
      : await read((sql) => countReportTickets(sql, { ...filter, records: "only" }, MOST_RECORDS));
  if (found === 0) return { leftOut: 0, fact: null };
  return input.withCampaigns
    ? { leftOut: 0, fact: [records.name, records.included] }
    : { leftOut: found, fact: [records.name, records.leftOut(new Intl.NumberFormat(tag).format(found))] };
}

type Batches = AsyncGenerator<readonly (readonly string[])[]>;

/** The rows of a spreadsheet, which has no head, and the legend as their last one. */
export async function* withLegend(batches: Batches, { fact }: RecordLegend): Batches {
  yield* batches;
  if (fact !== null) yield [[fact[1]]];
}

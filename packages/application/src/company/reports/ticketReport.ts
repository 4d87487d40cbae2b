import { readClosingReasons } from "@balcao/domain/closing";
import { MOST_REPORT_ROWS } from "@balcao/contracts/reports";
import { countReportTickets, listTicketLines, type ReportPlace, type TicketLine } from "@balcao/database/reports";
import { checkWaiting, toColumns, type ReportScene } from "./reportInput.js";
import type { ReportPlan } from "./reportPlan.js";
import { createStatusChart } from "./statusChart.js";

const BATCH = 1_000;

/** Every ticket of the period, in the order of creation. */
export async function planTicketReport(scene: ReportScene): Promise<ReportPlan> {
  const { filter, read, words } = scene;
  const chart = createStatusChart(words);
  return {
    total: await read((sql) => countReportTickets(sql, filter, MOST_REPORT_ROWS)),
    layout: "landscape",
    columns: toColumns(words, [
      ["id", 40, "right"],
      ["contact", 102],
      ["number", 80],
      ["queue", 58],
      ["user", 62],
      ["connection", 56],
      ["status", 60],
      ["created", 78],
      ["accepted", 78],
      ["closed", 78],
      ["wait", 48, "right"],
      ["handling", 50, "right"],
      ...(withReasons(scene) ? ([["reason", 66]] as const) : []),
      ...(withNotes(scene) ? ([["note", 90]] as const) : []),
    ]),
    filters: ["queue", "user", "contact", "status"],
    batches: async function* () {
      let place: ReportPlace | null = null;
      for (let left = MOST_REPORT_ROWS; left > 0; left -= BATCH) {
        checkWaiting(scene);
        const [after, limit] = [place, Math.min(BATCH, left)];
        const lines: TicketLine[] = await read((sql) => listTicketLines(sql, filter, after, limit));
        for (const { status } of lines) chart.add(status);
        yield lines.map((line) => toRow(scene, line));
        const last = lines.at(-1);
        if (!last || lines.length < BATCH) return;
        place = { at: last.createdAt, id: last.id };
      }
    },
    toTotals: (rows) => [["ticket", rows]],
    toChart: chart.toChart,
  };
}

/** Companies that want no reasons have no column of them; notes are too long for a page (D-500). */
const withReasons = ({ directory }: ReportScene): boolean => directory.settings.closingReason !== "off";
const withNotes = (scene: ReportScene): boolean => withReasons(scene) && scene.input.format !== "pdf";

function reasonOf({ words, directory }: ReportScene, { closing }: TicketLine): string {
  const reason = closing?.reason ?? null;
  if (typeof reason === "string") return words.reasons[reason];
  return readClosingReasons(directory.settings.closingReasons).find(({ id }) => id === reason)?.name ?? "";
}

function toRow(scene: ReportScene, line: TicketLine): string[] {
  const { words, write } = scene;
  const { wait, handling } = write.spans(line);
  return [
    String(line.id),
    line.contactName,
    write.phone(line.contactNumber),
    write.queue(line.queueId),
    write.user(line.userId),
    write.connection(line.connectionId),
    words.statuses[line.status],
    write.moment(line.createdAt),
    write.moment(line.acceptedAt),
    write.moment(line.closedAt),
    write.duration(wait),
    write.duration(handling),
    ...(withReasons(scene) ? [reasonOf(scene, line)] : []),
    ...(withNotes(scene) ? [line.closing?.note ?? ""] : []),
  ];
}

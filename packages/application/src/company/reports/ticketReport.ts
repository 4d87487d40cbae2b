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

function toRow({ words, write }: ReportScene, line: TicketLine): string[] {
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
  ];
}

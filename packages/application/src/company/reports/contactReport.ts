import { MOST_REPORT_ROWS } from "@balcao/contracts/reports";
import { countReportContacts, listContactLines } from "@balcao/database/reports";
import { toColumns, toStatusColumns, type ReportScene } from "./reportInput.js";
import type { ReportPlan } from "./reportPlan.js";
import { createStatusChart } from "./statusChart.js";

/** The tickets of each contact by status, in the order of the names. */
export async function planContactReport({ filter, read, words, write }: ReportScene): Promise<ReportPlan> {
  const chart = createStatusChart(words);
  return {
    total: await read((sql) => countReportContacts(sql, filter, MOST_REPORT_ROWS)),
    layout: "portrait",
    columns: [
      ...toColumns(words, [
        ["contact", 150],
        ["number", 84],
      ]),
      ...toStatusColumns(words),
      ...toColumns(words, [
        ["others", 40, "right"],
        ["total", 36, "right"],
        ["last", 78],
      ]),
    ],
    filters: ["queue", "user", "contact", "status"],
    batches: async function* () {
      const lines = await read((sql) => listContactLines(sql, filter, MOST_REPORT_ROWS));
      for (const { open, pending, paused, closed } of lines) {
        chart.add("open", open);
        chart.add("pending", pending);
        chart.add("paused", paused);
        chart.add("closed", closed);
      }
      yield lines.map(({ name, number, open, pending, paused, closed, total, lastAt }) => [
        name,
        write.phone(number),
        ...[open, pending, paused, closed, total - open - pending - paused - closed, total].map(String),
        write.moment(lastAt),
      ]);
    },
    toChart: chart.toChart,
  };
}

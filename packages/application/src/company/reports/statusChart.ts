import { TICKET_STATUSES, type TicketStatus } from "@balcao/domain/tickets";
import type { ReportWords } from "@balcao/contracts/reports";
import type { PdfEnding } from "@balcao/platform/documents";

/** Counts tickets by status for a chart; statuses without any are left out. */
export function createStatusChart(words: ReportWords): {
  readonly add: (status: TicketStatus, count?: number) => void;
  readonly toChart: () => PdfEnding["chart"];
} {
  const counts = new Map<TicketStatus, number>();
  return {
    add: (status, count = 1) => void counts.set(status, (counts.get(status) ?? 0) + count),
    toChart: () => ({
      title: words.byStatus,
      bars: TICKET_STATUSES.flatMap((status) => {
        const value = counts.get(status) ?? 0;
        return value === 0 ? [] : [{ label: words.statuses[status], value }];
      }),
    }),
  };
}

import type { ReportListView } from "@balcao/contracts/reports";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api";

/** How often the progress of a report is read while one is made, in milliseconds. */
const PROGRESS_MS = 1_000;

/** The person's finished reports of the last 24 hours, and how far the one is that is being made. */
export const reportsQuery = (isMaking: boolean) =>
  queryOptions({
    queryKey: ["reports"],
    queryFn: ({ signal }): Promise<ReportListView> => call("reports", "list", {}, { signal }),
    refetchInterval: ({ state }) => (isMaking || state.data?.running ? PROGRESS_MS : false),
  });

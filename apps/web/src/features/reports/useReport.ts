import { REPORT_LANGUAGES, REPORT_STATUSES, type ReportFormat, type ReportKind, type ReportListView } from "@balcao/contracts/reports";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { KIND_NAMES, type ReportValues } from "./reportCards";

/** The documented wait before a finished report is opened (REPORT-008). */
const OPEN_AFTER_MS = 1_000;
/** A report may take long to be made. */
const TIMEOUT_MS = 600_000;

interface AskedReport {
  readonly kind: ReportKind;
  readonly format: ReportFormat;
  readonly values: ReportValues;
}

const toId = (text: string): number | undefined => (text === "" ? undefined : Number(text));

/** How often the progress of a report is read while one is made, in milliseconds. */
const PROGRESS_MS = 1_000;

/** The person's finished reports of the last 24 hours, and how far the one is that is being made. */
export const reportsQuery = (isMaking: boolean) =>
  queryOptions({
    queryKey: ["reports"],
    queryFn: ({ signal }): Promise<ReportListView> => call("reports", "list", {}, { signal }),
    refetchInterval: ({ state }) => (isMaking || state.data?.running ? PROGRESS_MS : false),
  });

/**
 * Asks for a report and opens it. The window of a PDF is opened at the click, so that no blocker of
 * pop-ups stops it, and is closed when the report fails or is cancelled.
 */
export function useReport() {
  const { t, i18n } = useTranslation("reports");
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ kind, format, values }: AskedReport) => {
      const controller = new AbortController();
      abort.current = controller;
      const view = format === "pdf" ? openWaitingWindow(t("waiting")) : null;
      try {
        const language = REPORT_LANGUAGES.find((each) => each === i18n.language) ?? "pt";
        const { startDate, endDate, contact } = values;
        const common = { startDate, endDate, contactId: contact?.id, format, language };
        const filters = {
          queueId: toId(values.queueId),
          userId: toId(values.userId),
          status: REPORT_STATUSES.find((each) => each === values.status),
          withCampaigns: values.withCampaigns,
        };
        const options = { signal: controller.signal, timeoutMs: TIMEOUT_MS };
        const { url } =
          kind === "message"
            ? await call("reports", kind, { body: common }, options)
            : await call("reports", kind, { body: { ...common, ...filters } }, options);
        addRemark({ descricao: `Gerou o relatório ${KIND_NAMES[kind]} em ${format.toUpperCase()}`, origem: "Relatórios" });
        setTimeout(() => (view ? view.location.replace(url) : window.location.assign(url)), OPEN_AFTER_MS);
      } catch (error) {
        view?.close();
        if (!controller.signal.aborted) throw error;
      }
    },
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reportsQuery(false).queryKey }),
  });
  return { make: mutate, making: isPending ? variables : null, cancel: () => abort.current?.abort() };
}

function openWaitingWindow(text: string): Window | null {
  const view = window.open("", "_blank");
  if (!view) return null;
  view.document.title = text;
  view.document.body.textContent = text;
  return view;
}

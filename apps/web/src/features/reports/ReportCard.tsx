import { REPORT_FORMATS, type ReportFormat, type RunningReportView } from "@balcao/contracts/reports";
import { localDay, monthOf } from "@balcao/domain/calendar";
import ExpandMore from "@mui/icons-material/ExpandMore";
import PictureAsPdfOutlined from "@mui/icons-material/PictureAsPdfOutlined";
import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DashboardFilter } from "../../lib/data/dashboard";
import { useSettings } from "../../lib/data/settings";
import { useSelf } from "../../lib/session";
import { Spinner } from "../../ui";
import { TargetFigures } from "../dashboard";
import { faultOf, type CARDS, type ReportFault, type ReportValues } from "./reportCards";
import { ReportFields } from "./ReportFields";
import type { useReport } from "./useReport";

interface ReportCardProps {
  readonly card: (typeof CARDS)[number];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly report: ReturnType<typeof useReport>;
  /** How far the person's report is, if one is being made. */
  readonly running: RunningReportView | null;
}

/** The filters of a new card: from the first of the month to today, in the company's zone (REPORT-003). */
function useValues() {
  const { timeZone } = useSettings();
  const [now] = useState(() => new Date());
  const [changed, setChanged] = useState<Partial<ReportValues>>({});
  const start: ReportValues = {
    startDate: monthOf(now, timeZone).first,
    endDate: localDay(now, timeZone),
    queueId: "",
    userId: "",
    contact: null,
    status: "",
    withCampaigns: false,
  };
  return [{ ...start, ...changed }, (more: Partial<ReportValues>) => setChanged({ ...changed, ...more })] as const;
}

/** The same filter for the figures on the screen; days that are no period show none. */
function toFigureFilter(values: ReportValues): DashboardFilter | null {
  if (faultOf("target", values) !== null) return null;
  const toId = (text: string): number | undefined => (text === "" ? undefined : Number(text));
  return { firstDate: values.startDate, lastDate: values.endDate, queueId: toId(values.queueId), userId: toId(values.userId) };
}

/** One report: a card that opens on its filters and makes the file (REPORT-001). */
export function ReportCard({ card: { kind, fields }, isOpen, onToggle, report, running }: ReportCardProps) {
  const { t } = useTranslation("reports");
  const id = useId();
  const [values, change] = useValues();
  const [fault, setFault] = useState<ReportFault | null>(null);
  const { making } = report;
  const self = useSelf();
  // The dashboard's figures are for administrators.
  const figures = kind === "target" && self.profile === "admin" ? toFigureFilter(values) : null;
  const isOwn = making?.kind === kind;
  const make = (format: ReportFormat): void => {
    const found = faultOf(kind, values);
    setFault(found);
    if (!found) report.make({ kind, format, values });
  };
  return (
    <section className="reportCard" data-open={isOpen || undefined}>
      <h2>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <PictureAsPdfOutlined aria-hidden />
          <span>{t(`card.${kind}`)}</span>
          <ExpandMore aria-hidden className="reportArrow" />
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <>
            <ReportFields
              fields={fields}
              values={values}
              fault={fault}
              onChange={(more) => {
                change(more);
                setFault(null);
              }}
            />
            {figures && (
              <div className="reportFigures">
                <TargetFigures filter={figures} />
              </div>
            )}
            <div className="reportButtons">
              {isOwn ? (
                <>
                  <span role="status" className="reportProgress">
                    <Spinner />
                    {running ? t("progress", { done: running.done, total: running.total }) : t("waiting")}
                  </span>
                  <Button variant="outlined" onClick={report.cancel}>
                    {t("cancel")}
                  </Button>
                </>
              ) : (
                REPORT_FORMATS.map((format) => (
                  <Button
                    key={format}
                    {...(format === "pdf" ? ({ variant: "contained", color: "primary" } as const) : ({ variant: "outlined" } as const))}
                    disabled={making !== null}
                    onClick={() => make(format)}
                  >
                    {t(`make.${format}`)}
                  </Button>
                ))
              )}
              {fault && (
                <p role="alert" className="reportFault">
                  {t(`fault.${fault}`)}
                </p>
              )}
            </div>
          </>
        )}
      </div>
    </section>
  );
}

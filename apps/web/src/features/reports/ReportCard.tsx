import { REPORT_FORMATS, REPORT_STATUSES, type ReportFormat, type RunningReportView } from "@balcao/contracts/reports";
import { localDay, monthOf } from "@balcao/domain/calendar";
import { formatPhone } from "@balcao/domain/contacts";
import ExpandMore from "@mui/icons-material/ExpandMore";
import PictureAsPdfOutlined from "@mui/icons-material/PictureAsPdfOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import type { DashboardFilter } from "../../lib/data/dashboard";
import { queuesQuery } from "../../lib/data/queues";
import { useSettings } from "../../lib/data/settings";
import { allUsersQuery } from "../../lib/data/users";
import { useSelf } from "../../lib/session";
import { Avatar, SearchPicker, SelectField, Spinner, TextInput, UnreadChoices } from "../../ui";
import { ChosenPerson, SwitchRow } from "../../ui/form";
import { TargetFigures } from "../dashboard";
import { faultOf, type CARDS, type ReportFault, type ReportField, type ReportValues } from "./reportCards";
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

interface ReportFieldsProps {
  readonly fields: readonly ReportField[];
  readonly values: ReportValues;
  readonly fault: ReportFault | null;
  readonly onChange: (more: Partial<ReportValues>) => void;
}

const search = async (text: string, signal: AbortSignal) =>
  (await call("contacts", "list", { query: { searchParam: text } }, { signal })).contacts;

/** The dates and the filters that a card shows (REPORT-002). */
function ReportFields({ fields, values, fault, onChange }: ReportFieldsProps) {
  const { t } = useTranslation(["reports", "common"]);
  const { data: queues = [] } = useQuery(queuesQuery);
  const { data: users = [] } = useQuery(allUsersQuery);
  const any = { value: "", label: t("all") };
  const toOptions = (rows: readonly { readonly id: number; readonly name: string }[]) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <div className="reportFields">
      <UnreadChoices />
      {(["startDate", "endDate"] as const).map((end) => (
        <TextInput
          key={end}
          label={t(`field.${end}`)}
          type="date"
          value={values[end]}
          error={toDateError(fault, end, values[end], t)}
          onChange={(event) => onChange({ [end]: event.target.value })}
        />
      ))}
      {fields.includes("queue") && (
        <SelectField
          label={t("field.queue")}
          value={values.queueId}
          options={[{ value: "", label: t("allQueues") }, ...toOptions(queues)]}
          onChange={(queueId) => onChange({ queueId })}
        />
      )}
      {fields.includes("user") && (
        <SelectField
          label={t("field.user")}
          value={values.userId}
          options={[any, ...toOptions(users)]}
          onChange={(userId) => onChange({ userId })}
        />
      )}
      {fields.includes("status") && (
        <SelectField
          label={t("field.status")}
          value={values.status}
          options={[any, ...REPORT_STATUSES.map((status) => ({ value: status, label: t(`common:ticketStatus.${status}`) }))]}
          onChange={(status) => onChange({ status })}
        />
      )}
      {fields.includes("contact") &&
        (values.contact ? (
          <ChosenPerson
            label={t("field.contact")}
            name={values.contact.name}
            removeLabel={t("removeContact")}
            onRemove={() => onChange({ contact: null })}
          />
        ) : (
          <SearchPicker
            name="contacts"
            label={t("field.contact")}
            placeholder={t("searchContact")}
            error={fault === "contact" ? t("fault.contact") : undefined}
            search={search}
            toKey={({ id }) => id}
            toLabel={({ name }) => name}
            draw={({ name, number }) => (
              <>
                <Avatar name={name} size={28} />
                <span className="ellipsis">{name}</span>
                <span className="searchPickerFact">{number === null ? "" : formatPhone(number)}</span>
              </>
            )}
            onPick={({ id, name }) => onChange({ contact: { id, name } })}
          />
        ))}
      {fields.includes("campaigns") && (
        <SwitchRow
          label={t("field.withCampaigns")}
          help={t("campaigns.help")}
          checked={values.withCampaigns}
          onChange={(withCampaigns) => onChange({ withCampaigns })}
        />
      )}
    </div>
  );
}

function toDateError(
  fault: ReportFault | null,
  end: "startDate" | "endDate",
  value: string,
  t: (key: "fault.dates" | "fault.order") => string,
): string | undefined {
  if (fault === "dates" && value === "") return t("fault.dates");
  return fault === "order" && end === "endDate" ? t("fault.order") : undefined;
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

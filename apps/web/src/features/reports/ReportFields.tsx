import { REPORT_STATUSES } from "@balcao/contracts/reports";
import { formatPhone } from "@balcao/domain/contacts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { queuesQuery } from "../../lib/data/queues";
import { allUsersQuery } from "../../lib/data/users";
import { Avatar, SearchPicker, SelectField, TextInput, UnreadChoices } from "../../ui";
import { ChosenPerson, SwitchRow } from "../../ui/form";
import type { ReportFault, ReportField, ReportValues } from "./reportCards";

interface ReportFieldsProps {
  readonly fields: readonly ReportField[];
  readonly values: ReportValues;
  readonly fault: ReportFault | null;
  readonly onChange: (more: Partial<ReportValues>) => void;
}

const search = async (text: string, signal: AbortSignal) =>
  (await call("contacts", "list", { query: { searchParam: text } }, { signal })).contacts;

/** The dates and the filters that a card shows (REPORT-002). */
export function ReportFields({ fields, values, fault, onChange }: ReportFieldsProps) {
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

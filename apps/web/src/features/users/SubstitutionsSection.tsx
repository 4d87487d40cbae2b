import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import type { OwnedTicketsView } from "@balcao/contracts/users";
import type { UserForm } from "@balcao/domain/forms";
import { mayAddSubstitution, type SubstituteFacts } from "@balcao/domain/users";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { queuesQuery } from "../../lib/data/queues";
import { SelectField } from "../../ui";
import { Section, SwitchRow, type SchemaForm, type SectionPlace } from "../../ui/form";

type Row = UserForm["substitution"][number];

interface RowProps {
  readonly row: Row;
  readonly people: readonly SubstituteFacts[];
  /** The person's open conversations in the queue of the row. */
  readonly open: number;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}

/** Who replaces the person in one queue. */
function SubstitutionRow({ row, people, open, onChange, onRemove }: RowProps) {
  const { t } = useTranslation("users");
  const { data: queues = [] } = useQuery(queuesQuery);
  const inQueue = people.filter(({ queueIds }) => queueIds.includes(row.queueId));
  const shown = (id: number): string => (id === 0 ? "" : String(id));
  return (
    <div
      className="userSubstitution"
      role="group"
      aria-label={queues.find(({ id }) => id === row.queueId)?.name ?? t("form.newSubstitution")}
    >
      <SelectField
        label={t("form.substitutionQueue")}
        placeholder={t("form.choose")}
        value={shown(row.queueId)}
        options={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => onChange({ ...row, queueId: Number(value), substituteId: 0 })}
      />
      <SelectField
        label={t("form.substitute")}
        placeholder={t("form.choose")}
        value={shown(row.substituteId)}
        disabled={row.queueId === 0}
        help={row.queueId !== 0 && inQueue.length === 0 ? t("form.nobodyInQueue") : undefined}
        options={inQueue.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => onChange({ ...row, substituteId: Number(value) })}
      />
      <IconButton aria-label={t("form.removeSubstitution")} onClick={onRemove}>
        <DeleteOutlined />
      </IconButton>
      <SwitchRow
        label={t("form.transferNow")}
        help={open > 0 ? t("form.openTickets", { count: open }) : undefined}
        checked={row.transfer}
        onChange={(transfer) => onChange({ ...row, transfer })}
      />
    </div>
  );
}

interface SubstitutionsSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<UserForm>;
  readonly people: readonly SubstituteFacts[];
  /** The person's open conversations, where the account is being switched off. */
  readonly owned: readonly OwnedTicketsView[];
}

/** The substitutes of an inactive person, one per queue (USER-018 to USER-021). */
export function SubstitutionsSection({ place, of, people, owned }: SubstitutionsSectionProps) {
  const { t } = useTranslation("users");
  const { control, setValue, formState } = of.form;
  const [rows, active] = useWatch({ control, name: ["substitution", "active"] });
  const set = (next: readonly Row[]) => setValue("substitution", [...next], { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const problem = of.faultOf("substitution");
  const openIn = (queueId: number | null): number => owned.find((each) => each.queueId === queueId)?.count ?? 0;
  const asks = !active && owned.length > 0;
  const withoutQueue = active ? 0 : openIn(null);
  return (
    <Section {...place} title={t("form.substitutions")} fact={t("form.substitutionsFact", { count: rows.length })}>
      <p className="userNote">{t(active ? "form.substitutionsActive" : "form.substitutionsHelp")}</p>
      {asks && <p role="status">{t("form.handOver")}</p>}
      {withoutQueue > 0 && <p className="userNote">{t("form.openWithoutQueue", { count: withoutQueue })}</p>}
      {rows.map((row, at) => (
        <SubstitutionRow
          key={at}
          row={row}
          people={people}
          open={openIn(row.queueId)}
          onChange={(changed) => set(rows.map((each, place) => (place === at ? changed : each)))}
          onRemove={() => set(rows.filter((_each, place) => place !== at))}
        />
      ))}
      {problem !== undefined && (
        <p className="userProblem" role="alert">
          {problem}
        </p>
      )}
      <Button
        variant="outlined"
        disabled={!mayAddSubstitution({ active })}
        onClick={() => set([...rows, { queueId: 0, substituteId: 0, transfer: false }])}
      >
        {t("form.addSubstitution")}
      </Button>
    </Section>
  );
}

import { AUDIT_AREAS, AUDIT_OBJECTS } from "@balcao/contracts/audit";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { auditActionsQuery, type AuditFilter } from "../../lib/data/audit";
import { allUsersQuery } from "../../lib/data/users";
import { SelectField, TextInput, UnreadChoices } from "../../ui";
import { useEntryWords } from "./entryWords";

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

/** Which entries are shown: of a person, of a subject or an action, about an object, from an address, of some days. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { t } = useTranslation("audit");
  const words = useEntryWords();
  const { data: users = [] } = useQuery(allUsersQuery);
  const { data: known = [] } = useQuery(auditActionsQuery);
  const set = (field: keyof AuditFilter) => (value: string) => onChange({ ...filter, [field]: value });
  const { area, action } = filter;
  const inArea = (each: string): boolean => area === "" || each.split(".")[0] === area;
  const actions = [...new Set([...known, ...(action === "" ? [] : [action])])].filter(inArea);
  return (
    <div className="auditFilters" role="group" aria-label={t("filter.label")}>
      <UnreadChoices />
      <SelectField
        label={t("filter.user")}
        value={filter.userId}
        options={[{ value: "", label: t("filter.everybody") }, ...users.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={set("userId")}
      />
      <SelectField
        label={t("filter.area")}
        value={area}
        options={[{ value: "", label: t("filter.all") }, ...AUDIT_AREAS.map((each) => ({ value: each, label: t(`area.${each}`) }))]}
        onChange={(next) => onChange({ ...filter, area: next, action: next === "" || action.split(".")[0] === next ? action : "" })}
      />
      <SelectField
        label={t("filter.action")}
        value={action}
        options={[{ value: "", label: t("filter.everybody") }, ...actions.map((each) => ({ value: each, label: words.deed(each) }))]}
        onChange={set("action")}
      />
      <SelectField
        label={t("filter.kind")}
        value={filter.kind}
        options={[
          { value: "", label: t("filter.anything") },
          ...AUDIT_OBJECTS.map((each) => ({ value: each, label: t(`object.${each}`) })),
        ]}
        onChange={(kind) => onChange({ ...filter, kind, objectId: kind === "" ? "" : filter.objectId })}
      />
      {filter.kind !== "" && (
        <TextInput
          label={t("filter.objectId")}
          inputMode="numeric"
          value={filter.objectId}
          onChange={(event) => set("objectId")(event.target.value.replace(/\D/g, ""))}
        />
      )}
      <TextInput
        label={t("filter.ip")}
        value={filter.ip}
        slotProps={{ input: { maxLength: 45 } }}
        onChange={(event) => set("ip")(event.target.value)}
      />
      <TextInput label={t("filter.from")} type="date" value={filter.from} onChange={(event) => set("from")(event.target.value)} />
      <TextInput label={t("filter.until")} type="date" value={filter.until} onChange={(event) => set("until")(event.target.value)} />
    </div>
  );
}

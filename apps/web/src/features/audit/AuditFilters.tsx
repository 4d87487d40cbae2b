import { AUDIT_AREAS } from "@balcao/contracts/audit";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AuditFilter } from "../../lib/data/audit";
import { allUsersQuery } from "../../lib/data/users";
import { SelectField, TextInput } from "../../ui";

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

/** Which entries are shown: of a person, of a subject, of some days. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { t } = useTranslation("audit");
  const { data: users = [] } = useQuery(allUsersQuery);
  const set = (field: keyof AuditFilter) => (value: string) => onChange({ ...filter, [field]: value });
  return (
    <div className="auditFilters" role="group" aria-label={t("filter.label")}>
      <SelectField
        label={t("filter.user")}
        value={filter.userId}
        options={[{ value: "", label: t("filter.everybody") }, ...users.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={set("userId")}
      />
      <SelectField
        label={t("filter.area")}
        value={filter.area}
        options={[{ value: "", label: t("filter.all") }, ...AUDIT_AREAS.map((area) => ({ value: area, label: t(`area.${area}`) }))]}
        onChange={set("area")}
      />
      <TextInput label={t("filter.from")} type="date" value={filter.from} onChange={(event) => set("from")(event.target.value)} />
      <TextInput label={t("filter.until")} type="date" value={filter.until} onChange={(event) => set("until")(event.target.value)} />
    </div>
  );
}

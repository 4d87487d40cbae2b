import type { UserForm } from "@balcao/domain/forms";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Section, SwitchRow, type SchemaForm, type SectionPlace } from "../../ui/form";

const RIGHTS = ["addContact", "editContact", "delContact"] as const;

/** What the person may do with contacts. */
export function RightsSection({ place, of }: { readonly place: SectionPlace; readonly of: SchemaForm<UserForm> }) {
  const { t } = useTranslation("users");
  const values = useWatch({ control: of.form.control, name: RIGHTS });
  return (
    <Section {...place} title={t("form.rights")} fact={t("form.rightsFact", { count: values.filter(Boolean).length })}>
      {RIGHTS.map((right, at) => (
        <SwitchRow
          key={right}
          label={t(`form.${right}`)}
          checked={values[at] ?? false}
          onChange={(checked) => of.form.setValue(right, checked, { shouldDirty: true })}
        />
      ))}
    </Section>
  );
}

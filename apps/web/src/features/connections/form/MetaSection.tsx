import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { ConnectionForm } from "@balcao/domain/forms";
import { Section, SwitchRow, type SchemaForm, type SectionPlace } from "../../../ui/form";
import { MessageField } from "./MessageField";

interface MetaSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
  readonly tokenSet: boolean;
}

/**
 * The fields of Meta's Cloud API (CONN-014). The token is write-only; an empty one keeps the stored
 * one (D-139).
 */
export function MetaSection({ place, of, tokenSet }: MetaSectionProps) {
  const { form } = of;
  const { t } = useTranslation("connections");
  const metaIntegration = useWatch({ control: form.control, name: "metaIntegration" });
  return (
    <Section {...place} title={t("form.meta")}>
      <SwitchRow
        label={t("form.metaIntegration")}
        help={t("form.metaIntegrationHelp")}
        checked={metaIntegration}
        onChange={(checked) => form.setValue("metaIntegration", checked, { shouldDirty: true })}
      />
      <MessageField of={of} name="phoneNumberId" help={t("form.phoneNumberIdHelp")} />
      <MessageField of={of} name="wabaId" />
      <MessageField
        of={of}
        name="tokenMeta"
        type="password"
        help={tokenSet ? t("form.tokenMetaSet") : t("form.tokenMetaHelp")}
        {...(tokenSet && { placeholder: "••••••••••••" })}
      />
    </Section>
  );
}

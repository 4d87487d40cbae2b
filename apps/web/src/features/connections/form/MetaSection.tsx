import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { MessageField, type ConnectionFormApi } from "./MessageField";
import { SwitchRow } from "./SwitchRow";

/** What Meta's own connector needs (CONN-014). The token goes in and never comes back; an empty one keeps the stored one (D-139). */
export function MetaSection({ form, tokenSet }: { readonly form: ConnectionFormApi; readonly tokenSet: boolean }) {
  const { t } = useTranslation("connections");
  const metaIntegration = useWatch({ control: form.control, name: "metaIntegration" });
  return (
    <>
      <SwitchRow
        label={t("form.metaIntegration")}
        help={t("form.metaIntegrationHelp")}
        checked={metaIntegration}
        onChange={(checked) => form.setValue("metaIntegration", checked, { shouldDirty: true })}
      />
      <MessageField form={form} name="phoneNumberId" help={t("form.phoneNumberIdHelp")} />
      <MessageField form={form} name="wabaId" />
      <MessageField
        form={form}
        name="tokenMeta"
        type="password"
        help={tokenSet ? t("form.tokenMetaSet") : t("form.tokenMetaHelp")}
        {...(tokenSet && { placeholder: "••••••••••••" })}
      />
    </>
  );
}

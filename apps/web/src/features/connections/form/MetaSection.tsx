import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { ConnectionForm } from "@balcao/domain/forms";
import type { SchemaForm } from "../../../ui/form";
import { MessageField } from "./MessageField";
import { SwitchRow } from "./SwitchRow";

/** What Meta's own connector needs (CONN-014). The token goes in and never comes back; an empty one keeps the stored one (D-139). */
export function MetaSection({ of, tokenSet }: { readonly of: SchemaForm<ConnectionForm>; readonly tokenSet: boolean }) {
  const { form } = of;
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
      <MessageField of={of} name="phoneNumberId" help={t("form.phoneNumberIdHelp")} />
      <MessageField of={of} name="wabaId" />
      <MessageField
        of={of}
        name="tokenMeta"
        type="password"
        help={tokenSet ? t("form.tokenMetaSet") : t("form.tokenMetaHelp")}
        {...(tokenSet && { placeholder: "••••••••••••" })}
      />
    </>
  );
}

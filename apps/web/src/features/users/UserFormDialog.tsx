import { PROFILES } from "@balcao/domain/access";
import type { NewUserForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { updateUsers } from "../../lib/data/users";
import { queryClient } from "../../lib/queryClient";
import { createUser } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { PasswordInput, SelectField } from "../../ui";
import { FormDialog, FormText, QueueChips, useFormDialog } from "../../ui/form";

const schema = async () => (await import("@balcao/domain/forms")).newUserForm;

/** Adds a person: name, e-mail, password, profile and queues (USER-008). */
export function UserFormDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(["users", "common"]);
  const form = useFormDialog<NewUserForm>({
    schema,
    values: { name: "", email: "", password: "", profile: "user", queueIds: [] },
    area: "users",
    send: async (values) => {
      const user = await createUser(values, { descricao: `Criou o usuário ${values.name}`, origem: "Usuários" });
      updateUsers(queryClient, { action: "create", user, userId: user.id });
      toasts.success(t("users:toast.created"));
      onClose();
    },
  });
  const { setValue, control } = form.form;
  const [profile, queueIds] = useWatch({ control, name: ["profile", "queueIds"] });
  return (
    <FormDialog title={t("users:form.title")} form={form} submitLabel={t("users:form.submit")} onClose={onClose}>
      <FormText of={form} name="name" label={t("users:form.name")} slotProps={{ input: { maxLength: LIMITS.user.name.max } }} />
      <FormText of={form} name="email" label={t("users:form.email")} type="email" />
      <FormText
        of={form}
        name="password"
        as={PasswordInput}
        label={t("users:form.password")}
        autoComplete="new-password"
        help={t("users:form.passwordRule")}
      />
      <SelectField
        label={t("users:form.profile")}
        value={profile}
        options={PROFILES.map((value) => ({ value, label: t(`common:account.profile.${value}`) }))}
        onChange={(value) => setValue("profile", PROFILES.find((each) => each === value) ?? "user", { shouldDirty: true })}
      />
      <QueueChips
        label={t("users:form.queues")}
        help={t("users:form.queuesHelp")}
        value={queueIds}
        onChange={(ids) => setValue("queueIds", ids, { shouldDirty: true })}
      />
    </FormDialog>
  );
}

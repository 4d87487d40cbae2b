import type { PasswordChangeForm } from "@balcao/domain/forms";
import { PASSWORD_CHANGE_SENTENCES } from "@balcao/domain/users";
import { useTranslation } from "react-i18next";
import { toKnownText } from "../../lib/api/errorText";
import { changePassword, useSelf } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { PasswordInput } from "../../ui";
import { FormDialog, FormText, NewPasswordField, useFormDialog } from "../../ui/form";

const schema = async () => (await import("@balcao/domain/forms")).passwordChangeForm;

interface PasswordDialogProps {
  /** Whether the person may do nothing else before. */
  readonly required?: boolean;
  /** Called when the person gives up, and after the change unless it was required. */
  readonly onClose: () => void;
}

/** Changes one's own password (USER-023 to USER-026). */
export function PasswordDialog({ required = false, onClose }: PasswordDialogProps) {
  const { t } = useTranslation("shell");
  const self = useSelf();
  const form = useFormDialog<PasswordChangeForm>({
    schema,
    values: { currentPassword: "", password: "", confirmation: "" },
    area: "shell",
    send: async (values) => {
      await changePassword(self.id, values, { descricao: "Alterou a própria senha", origem: "Usuários" });
      toasts.success(toKnownText(PASSWORD_CHANGE_SENTENCES.done));
      // After a required change the person's pages take the place of this dialog.
      if (!required) onClose();
    },
  });
  return (
    <FormDialog
      title={t("password.title")}
      subtitle={t(required ? "password.required" : "password.subtitle")}
      cancelLabel={required ? t("password.signOut") : undefined}
      form={form}
      submitLabel={t("password.submit")}
      onClose={onClose}
    >
      <FormText of={form} name="currentPassword" as={PasswordInput} label={t("password.current")} autoComplete="current-password" />
      <NewPasswordField of={form} name="password" label={t("password.next")} />
      <FormText of={form} name="confirmation" as={PasswordInput} label={t("password.confirmation")} autoComplete="new-password" />
    </FormDialog>
  );
}

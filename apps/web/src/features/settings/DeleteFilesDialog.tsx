import type { DeleteFilesForm } from "@balcao/domain/forms";
import { useTranslation } from "react-i18next";
import { deleteUnusedFiles } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { PasswordInput } from "../../ui";
import { FormDialog, FormText, useFormDialog } from "../../ui/form";

interface DeleteFilesDialogProps {
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks for the person's password before files are deleted (S-52). */
export function DeleteFilesDialog({ onDeleted, onClose }: DeleteFilesDialogProps) {
  const { t } = useTranslation("settings");
  const form = useFormDialog<DeleteFilesForm>({
    schema: async () => (await import("@balcao/domain/forms")).deleteFilesForm,
    values: { currentPassword: "" },
    area: "settings",
    send: async ({ currentPassword }) => {
      const { deleted } = await deleteUnusedFiles(currentPassword);
      toasts.success(t("files.deleted", { count: deleted }));
      onDeleted();
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("files.dialogTitle")}
      subtitle={t("files.dialogText")}
      form={form}
      submitLabel={t("files.submit")}
      onClose={onClose}
    >
      <FormText of={form} name="currentPassword" as={PasswordInput} label={t("files.password")} autoComplete="current-password" />
    </FormDialog>
  );
}

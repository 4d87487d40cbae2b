import type { TemplateView } from "@balcao/contracts/templates";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { updateTemplates } from "../../lib/data/templates";
import { toasts } from "../../lib/toasts";
import { ConfirmDialog } from "../../ui";

interface ConfirmDeleteProps {
  readonly template: TemplateView;
  readonly connectionId: number;
  readonly onClose: () => void;
}

/** Asks before a template goes, deletes it in every language, says so, and leaves a remark in the log (TMPL-003, TMPL-019, D-219). */
export function ConfirmDelete({ template: { name }, connectionId, onClose }: ConfirmDeleteProps) {
  const { t } = useTranslation("templates");
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("templates", "delete", { params: { whatsappId: connectionId, name } }),
    onSuccess: () => {
      toasts.success(t("toast.deleted"));
      updateTemplates(client, { action: "delete", templateName: name, whatsappId: connectionId });
      addRemark({ descricao: `Excluiu o template ${name}`, origem: "Templates", whatsappId: connectionId });
      onClose();
    },
    onError: (error) => {
      toasts.error(toErrorText(error));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      dangerous
      busy={isPending}
      title={t("confirm.title", { name })}
      confirmLabel={t("confirm.deed")}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      {t("confirm.text")}
    </ConfirmDialog>
  );
}

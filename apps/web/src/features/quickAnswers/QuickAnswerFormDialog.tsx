import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { LIMITS } from "@balcao/domain/limits";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { updateQuickAnswers } from "../../lib/data/quickAnswers";
import { addRemark } from "../../lib/data/remarks";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { FormDialog, FormText, useFormDialog } from "../../ui/form";
import { FileField, type ChosenFile } from "./FileField";

const limits = LIMITS.quickAnswer;

interface QuickAnswerForm {
  shortcut: string;
  message: string;
  medias: ChosenFile | null;
}

const schema = async () => {
  const { anything, form, requiredText } = await import("@balcao/domain/forms");
  return form({
    shortcut: requiredText(limits.shortcut),
    message: requiredText(limits.message),
    medias: anything<ChosenFile>(),
  });
};

/** Creates or changes the answer; a file travels only when it was chosen anew. */
async function save(editing: QuickAnswerView | null, { medias, ...texts }: QuickAnswerForm): Promise<QuickAnswerView> {
  const removeMedia = medias === null && editing !== null && editing.mediaUrl !== null;
  const body = { ...texts, ...(removeMedia && { removeMedia }) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  if (medias instanceof File) form.append("medias", medias);
  const options = medias instanceof File ? { form } : {};
  if (!editing) return call("quickAnswers", "create", { body }, options);
  return call("quickAnswers", "change", { params: { quickAnswerId: editing.id }, body }, options);
}

interface QuickAnswerFormDialogProps {
  readonly editing: QuickAnswerView | null;
  readonly onClose: () => void;
}

/** Shortcut, message and file of a quick answer (QUICK-004, QUICK-006 to QUICK-009). */
export function QuickAnswerFormDialog({ editing, onClose }: QuickAnswerFormDialogProps) {
  const { t } = useTranslation(["quickAnswers", "common"]);
  const form = useFormDialog<QuickAnswerForm>({
    schema,
    values: {
      shortcut: editing?.shortcut ?? "",
      message: editing?.message ?? "",
      medias: editing === null || editing.mediaUrl === null ? null : { name: editing.mediaName ?? "" },
    },
    area: "quickAnswers",
    send: async (values) => {
      const quickAnswer = await save(editing, values);
      updateQuickAnswers(queryClient, { action: editing ? "update" : "create", quickAnswer, quickAnswerId: quickAnswer.id });
      const did = editing ? "Alterou" : "Criou";
      addRemark({
        descricao: `${did} a resposta rápida ${quickAnswer.shortcut}`,
        origem: "Respostas rápidas",
        quickAnswersId: quickAnswer.id,
      });
      toasts.success(t("quickAnswers:toast.saved"));
      onClose();
    },
  });
  const medias = useWatch({ control: form.form.control, name: "medias" });
  return (
    <FormDialog
      title={t(editing ? "quickAnswers:form.editTitle" : "quickAnswers:form.title")}
      form={form}
      submitLabel={t(editing ? "quickAnswers:form.save" : "quickAnswers:form.submit")}
      onClose={onClose}
    >
      <FormText
        of={form}
        name="shortcut"
        label={t("quickAnswers:form.shortcut")}
        slotProps={{ input: { maxLength: limits.shortcut.max } }}
      />
      <FormText
        of={form}
        name="message"
        label={t("quickAnswers:form.message")}
        multiline
        minRows={4}
        maxRows={10}
        limit={limits.message.max}
      />
      <FileField
        value={medias}
        error={form.faultOf("medias")}
        onChange={(file) => form.form.setValue("medias", file, { shouldDirty: true })}
      />
    </FormDialog>
  );
}

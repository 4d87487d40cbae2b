import { byQuestionId, type QuestionView } from "@balcao/contracts/questions";
import type { QuestionForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { queuesQuery } from "../../lib/data/queues";
import { addRemark } from "../../lib/data/remarks";
import { updateRow } from "../../lib/data/wholeLists";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { SelectField } from "../../ui";
import { FormDialog, FormText, SwitchRow, useItemForm, type SchemaForm } from "../../ui/form";

const limits = LIMITS.question;
/** As the wire has it, too. */
const EVERY_QUEUE = 0;

const schema = async () => (await import("@balcao/domain/forms")).questionForm;

interface QuestionFormDialogProps {
  readonly editing: QuestionView | null;
  readonly onClose: () => void;
}

function valuesOf(editing: QuestionView | null): QuestionForm {
  if (!editing) return { pergunta: "", resposta: "", queueId: EVERY_QUEUE, openTicket: false };
  const { pergunta: question, resposta: answer, queueId, openTicket } = editing;
  return { pergunta: question, resposta: answer, queueId: queueId ?? EVERY_QUEUE, openTicket };
}

const create = (values: QuestionForm, idempotencyKey: string): Promise<QuestionView> =>
  call("questions", "create", { body: values }, { idempotencyKey });

const change = ({ id: questionId }: QuestionView, changes: Partial<QuestionForm>): Promise<QuestionView> =>
  call("questions", "change", { params: { questionId }, body: changes });

/** Adds or changes a question of the bot with its answer (BOT-009 to BOT-012). */
export function QuestionFormDialog({ editing, onClose }: QuestionFormDialogProps) {
  const { t } = useTranslation(["questions", "common"]);
  const form = useItemForm<QuestionView, QuestionForm, QuestionView>({
    editing,
    schema,
    values: valuesOf(editing),
    area: "questions",
    create,
    change,
    onSaved: (row) => {
      updateRow(queryClient, "questions", { id: row.id, row }, byQuestionId);
      addRemark({ descricao: `${editing ? "Alterou" : "Criou"} a pergunta ${row.pergunta}`, origem: "Perguntas", perguntaId: row.id });
      toasts.success(t("toast.saved"));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(editing ? "questions:form.editTitle" : "questions:form.title")}
      form={form}
      submitLabel={t(editing ? "questions:form.save" : "questions:form.submit")}
      onClose={onClose}
    >
      <FormText
        of={form}
        name="pergunta"
        label={t("questions:form.question")}
        placeholder={t("questions:form.questionExample")}
        limit={limits.question.max}
      />
      <FormText of={form} name="resposta" label={t("questions:form.answer")} multiline minRows={3} maxRows={10} limit={limits.answer.max} />
      <QueueChoice of={form} />
      <OpenTicketSwitch of={form} />
    </FormDialog>
  );
}

function QueueChoice({ of: { form, faultOf } }: { readonly of: SchemaForm<QuestionForm> }) {
  const { t } = useTranslation("questions");
  const { data: queues = [] } = useQuery(queuesQuery);
  const value = useWatch({ control: form.control, name: "queueId" });
  const every = { value: String(EVERY_QUEUE), label: t("everyQueue") };
  return (
    <SelectField
      label={t("form.queue")}
      value={String(value)}
      options={[every, ...queues.map(({ id, name }) => ({ value: String(id), label: name }))]}
      error={faultOf("queueId")}
      help={t("form.queueHelp")}
      onChange={(chosen) => form.setValue("queueId", Number(chosen), { shouldDirty: true })}
    />
  );
}

function OpenTicketSwitch({ of: { form } }: { readonly of: SchemaForm<QuestionForm> }) {
  const { t } = useTranslation("questions");
  const checked = useWatch({ control: form.control, name: "openTicket" });
  return (
    <SwitchRow
      label={t("form.openTicket")}
      help={t("form.openTicketHelp")}
      checked={checked}
      onChange={(next) => form.setValue("openTicket", next, { shouldDirty: true })}
    />
  );
}

import { NEW_FILE, type QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { LIMITS } from "@balcao/domain/limits";
import { hasDeeds, NO_DEEDS, saysOrDoes, type Deeds } from "@balcao/domain/quickAnswers";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { updateQuickAnswers } from "../../lib/data/quickAnswers";
import { useRights } from "../../lib/data/rights";
import { addRemark } from "../../lib/data/remarks";
import { queuesQuery } from "../../lib/data/queues";
import { queryClient } from "../../lib/queryClient";
import { useSelf } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { SelectField } from "../../ui";
import { FormDialog, FormText, PlaceholderChips, useItemForm, type SchemaForm } from "../../ui/form";
import type { ListedFile } from "../../ui/files/FileThumb";
import { DeedsField } from "./DeedsField";
import { FilesField } from "./FilesField";

const limits = LIMITS.quickAnswer;

interface QuickAnswerForm {
  shortcut: string;
  message: string;
  /** "everyone", "me", or the id of a queue. */
  whose: string;
  medias: readonly ListedFile[] | null;
  deeds: Deeds | null;
}

const schema = async () => {
  const { anything, form, optionalText, requiredText, textOrNone } = await import("@balcao/domain/forms");
  return form({
    shortcut: requiredText(limits.shortcut),
    message: textOrNone(limits.message).test("required", "Required", (said, { parent }) =>
      saysOrDoes(said, (parent as Pick<QuickAnswerForm, "deeds">).deeds),
    ),
    whose: optionalText(20),
    medias: anything<readonly ListedFile[]>(),
    deeds: anything<Deeds>(),
  });
};

const newAnswer = (maintains: boolean): QuickAnswerForm => ({
  shortcut: "",
  message: "",
  whose: maintains ? "everyone" : "me",
  medias: [],
  deeds: NO_DEEDS,
});

const toValues = ({ shortcut, message, scope, queueId, medias, deeds }: QuickAnswerView): QuickAnswerForm => ({
  shortcut,
  message,
  whose: scope === "queue" ? String(queueId) : scope,
  medias,
  deeds: deeds ?? NO_DEEDS,
});

/** Empty for nothing. */
const toText = (deeds: Deeds | null) => (deeds && hasDeeds(deeds) ? JSON.stringify(deeds) : "");

const isQueue = (whose: string): boolean => whose !== "everyone" && whose !== "me";

const toPlace = (whose: string) =>
  isQueue(whose) ? { scope: "queue" as const, queueId: Number(whose) } : ({ scope: whose === "me" ? "me" : "everyone" } as const);

/** The fields as a form with the files that were chosen anew; nothing where there are none. */
function withFiles(fields: object, files: readonly ListedFile[]): { readonly form?: FormData } {
  const added = files.filter((file) => file instanceof File);
  if (added.length === 0) return {};
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const file of added) form.append("medias", file);
  return { form };
}

function create({ medias, whose, deeds, ...texts }: QuickAnswerForm, idempotencyKey: string): Promise<QuickAnswerView> {
  const body = { ...texts, ...toPlace(whose), deeds: toText(deeds) };
  return call("quickAnswers", "create", { body }, { ...withFiles(body, medias ?? []), idempotencyKey });
}

/** Of changed files the order of all travels, and those that are new. */
function change(
  { id: quickAnswerId }: QuickAnswerView,
  { medias, whose, deeds, ...texts }: Partial<QuickAnswerForm>,
): Promise<QuickAnswerView> {
  const body = {
    ...texts,
    ...(whose !== undefined && toPlace(whose)),
    ...(deeds !== undefined && { deeds: toText(deeds) }),
    ...(medias && { mediaOrder: medias.map((file) => (file instanceof File ? NEW_FILE : file.id)) }),
  };
  return call("quickAnswers", "change", { params: { quickAnswerId }, body }, withFiles(body, medias ?? []));
}

interface QuickAnswerFormDialogProps {
  readonly editing: QuickAnswerView | null;
  readonly onClose: () => void;
}

/** Shortcut, message and files of a quick answer (QUICK-004, QUICK-006 to QUICK-009). */
export function QuickAnswerFormDialog({ editing, onClose }: QuickAnswerFormDialogProps) {
  const { t } = useTranslation(["quickAnswers", "common"]);
  const { maintain } = useRights();
  const form = useItemForm<QuickAnswerView, QuickAnswerForm, QuickAnswerView>({
    editing,
    schema,
    values: editing ? toValues(editing) : newAnswer(maintain),
    area: "quickAnswers",
    create,
    change,
    onSaved: (quickAnswer) => {
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
  const [medias, message, deeds] = useWatch({ control: form.form.control, name: ["medias", "message", "deeds"] });
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
      <PlaceholderChips value={message} onChange={(next) => form.form.setValue("message", next, { shouldDirty: true })}>
        <FormText
          of={form}
          name="message"
          label={t("quickAnswers:form.message")}
          optional={hasDeeds(deeds ?? NO_DEEDS) ? t("common:form.optional") : undefined}
          multiline
          minRows={4}
          maxRows={10}
          limit={limits.message.max}
        />
      </PlaceholderChips>
      <WhoseField of={form} />
      <FilesField
        value={medias ?? []}
        error={form.faultOf("medias")}
        onChange={(files) => form.form.setValue("medias", files, { shouldDirty: true })}
      />
      <DeedsField
        value={deeds ?? NO_DEEDS}
        error={form.faultOf("deeds")}
        onChange={(chosen) => {
          form.form.setValue("deeds", chosen, { shouldDirty: true });
          if (form.form.formState.isSubmitted) void form.form.trigger("message");
        }}
      />
    </FormDialog>
  );
}

/**
 * Who has the answer: everybody, the people of a queue, or the person alone. Administrators choose among all queues, others among
 * theirs; whoever may not maintain what others see keeps new ones alone (D-306).
 */
function WhoseField({ of }: { readonly of: SchemaForm<QuickAnswerForm> }) {
  const { t } = useTranslation("quickAnswers");
  const { profile, queues: own } = useSelf();
  const { maintain } = useRights();
  const { data: all = [] } = useQuery(queuesQuery);
  const value = useWatch({ control: of.form.control, name: "whose" });
  const queues = profile === "admin" ? all : own;
  const options = [
    { value: "everyone", label: t("scope.everyone") },
    ...queues.map(({ id, name }) => ({ value: String(id), label: t("scope.queueOf", { name }) })),
    { value: "me", label: t("scope.me") },
  ];
  return (
    <SelectField
      label={t("form.whose")}
      value={value}
      help={t("form.whoseHelp")}
      error={of.faultOf("queueId")}
      options={maintain ? options : options.filter((option) => option.value === value || option.value === "me")}
      onChange={(chosen) => of.form.setValue("whose", chosen, { shouldDirty: true })}
    />
  );
}

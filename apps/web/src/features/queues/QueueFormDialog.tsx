import type { QueueDetailView, QueueView } from "@balcao/contracts/queues";
import type { QueueForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { byCustomOrder, DEFAULT_QUEUE, isSameQueueColor } from "@balcao/domain/queues";
import InputAdornment from "@mui/material/InputAdornment";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { NO_TARGETS, TARGET_KINDS } from "@balcao/domain/targets";
import { useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { allUsersQuery } from "../../lib/data/users";
import { updateRow } from "../../lib/data/wholeLists";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { type SchemaForm, ChoiceChips, ColorField, COLORS, FormDialog, FormText, toOrderedListFields, useItemForm } from "../../ui/form";
import "./queueTargets.css";

interface AttendantsFieldProps {
  readonly queueId: number;
  readonly value: readonly number[];
  readonly error: string | undefined;
  readonly onChange: (ids: number[]) => void;
}

/**
 * Who gets the tickets of a queue in turn: only active people who belong to it, in the order in which
 * they are chosen (QUEUE-006).
 */
function AttendantsField({ queueId, ...field }: AttendantsFieldProps) {
  const { t } = useTranslation("queues");
  const { data: users = [] } = useQuery(allUsersQuery);
  const members = users.filter(({ active, queues }) => active && queues.some(({ id }) => id === queueId));
  return (
    <ChoiceChips
      {...field}
      label={t("form.attendants")}
      choices={members.map(({ id, name }) => ({ id, name }))}
      help={members.length > 0 ? t("form.attendantsHelp") : t("form.noMembers")}
    />
  );
}

/** A queue with its attendants, as it is when somebody looks. */
const queueQuery = (queueId: number) =>
  queryOptions({
    queryKey: ["queue", queueId],
    queryFn: ({ signal }) => call("queues", "get", { params: { queueId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

interface QueueFormDialogProps {
  /** The queue to change, or null to add one. */
  readonly editing: QueueView | null;
  /** The existing queues, whose colours cannot be used again. */
  readonly queues: readonly QueueView[];
  readonly onClose: () => void;
}

const schema = async () => (await import("@balcao/domain/forms")).queueForm;

/** Adds or changes a queue; what is changed is read first, with its attendants. */
export function QueueFormDialog({ editing, ...props }: QueueFormDialogProps) {
  const { data } = useQuery({ ...queueQuery(editing?.id ?? 0), enabled: editing !== null, staleTime: Infinity });
  if (editing && !data) return null;
  return <QueueFields {...props} editing={data ?? null} />;
}

function valuesOf(editing: QueueDetailView | null, queues: readonly QueueView[]): QueueForm {
  if (editing) {
    const { name, color, customOrder, greetingMessage, userIds } = editing;
    const { firstAnswerTarget, nextAnswerTarget, resolutionTarget, targetWarning, openLimit } = editing;
    const promised = { firstAnswerTarget, nextAnswerTarget, resolutionTarget, targetWarning, openLimit };
    return { name, color, customOrder, greetingMessage, ...promised, userIds: [...userIds] };
  }
  const free = COLORS.find((color) => !queues.some((queue) => isSameQueueColor(queue.color, color)));
  return {
    ...{ name: "", color: free ?? DEFAULT_QUEUE.color, customOrder: DEFAULT_QUEUE.customOrder, greetingMessage: "" },
    ...NO_TARGETS,
    openLimit: null,
    userIds: [],
  };
}

/** The attendants of a new queue are chosen later: nobody belongs to it yet. */
const create = ({ name, color, customOrder, greetingMessage }: QueueForm, idempotencyKey: string): Promise<QueueView> =>
  call("queues", "create", { body: { name, color, customOrder, greetingMessage } }, { idempotencyKey });

function change(
  { id: queueId }: QueueDetailView,
  { userIds, ...fields }: Partial<QueueForm>,
  { formState }: SchemaForm<QueueForm>["form"],
): Promise<QueueView> {
  const attendants = toOrderedListFields("userIds", formState.defaultValues?.userIds, userIds);
  return call("queues", "change", { params: { queueId }, body: { ...fields, ...attendants } });
}

interface QueueFieldsProps extends Omit<QueueFormDialogProps, "editing"> {
  readonly editing: QueueDetailView | null;
}

/** Name, colour, order, greeting and attendants. */
function QueueFields({ editing, queues, onClose }: QueueFieldsProps) {
  const { t } = useTranslation(["queues", "common"]);
  const form = useItemForm<QueueDetailView, QueueForm, QueueView>({
    editing,
    schema,
    values: valuesOf(editing, queues),
    area: "queues",
    create,
    change,
    onSaved: ({ id, name, ...saved }) => {
      updateRow(queryClient, "queues", { id, row: { id, name, ...saved } }, byCustomOrder);
      addRemark({ descricao: `${editing ? "Alterou" : "Criou"} a fila ${name}`, origem: "Filas", queueId: id });
      toasts.success(t("toast.saved"));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(editing ? "queues:form.editTitle" : "queues:form.title")}
      form={form}
      submitLabel={t(editing ? "queues:form.save" : "queues:form.submit")}
      onClose={onClose}
    >
      <FormText of={form} name="name" label={t("queues:form.name")} placeholder={t("queues:form.nameExample")} />
      <QueueColor of={form} isNew={editing === null} />
      <FormText
        of={form}
        name="customOrder"
        label={t("queues:form.order")}
        type="number"
        help={t(editing?.customOrder === DEFAULT_QUEUE.customOrder ? "queues:form.orderDefault" : "queues:form.orderHelp")}
        slotProps={{ input: { min: LIMITS.queue.order.min, max: LIMITS.queue.order.max } }}
      />
      <FormText
        of={form}
        name="greetingMessage"
        label={t("queues:form.greeting")}
        optional={t("common:form.optional")}
        multiline
        minRows={2}
        maxRows={6}
        limit={LIMITS.queue.greetingMessage}
      />
      {editing && <Attendants of={form} queueId={editing.id} />}
      {editing && (
        <FormText
          of={form}
          name="openLimit"
          label={t("queues:form.openLimit")}
          help={t("queues:form.openLimitHelp")}
          type="number"
          slotProps={{ input: { min: LIMITS.queue.openLimit.min, max: LIMITS.queue.openLimit.max } }}
        />
      )}
      {editing && <Targets of={form} />}
    </FormDialog>
  );
}

/** The colour; a new queue asks for one until it is picked (QUEUE-007). */
function QueueColor({ of, isNew }: { readonly of: SchemaForm<QueueForm>; readonly isNew: boolean }) {
  const { t } = useTranslation("queues");
  const { control } = of.form;
  const color = useWatch({ control, name: "color" });
  const { dirtyFields } = useFormState({ control, name: "color" });
  const isPicked = dirtyFields.color === true && color !== "";
  return (
    <ColorField
      of={of}
      name="color"
      label={t("form.color")}
      limit={LIMITS.queue.color.max}
      help={isNew && !isPicked ? t("form.otherColor") : undefined}
    />
  );
}

/** What the queue promises, and when the owner of a conversation is told (D-510, D-511). */
function Targets({ of }: { readonly of: SchemaForm<QueueForm> }) {
  const { t } = useTranslation("queues");
  const unit = (text: string) => <InputAdornment position="end">{text}</InputAdornment>;
  return (
    <fieldset className="queueTargets">
      <legend>{t("form.targets")}</legend>
      <p>{t("form.targetsHelp")}</p>
      {TARGET_KINDS.map((kind) => (
        <FormText
          key={kind}
          of={of}
          name={`${kind}Target`}
          label={t(`form.${kind}Target`)}
          type="number"
          endAdornment={unit("min")}
          slotProps={{ input: { min: LIMITS.queue.target.min, max: LIMITS.queue.target.max } }}
        />
      ))}
      <FormText
        of={of}
        name="targetWarning"
        label={t("form.targetWarning")}
        help={t("form.targetWarningHelp")}
        type="number"
        endAdornment={unit("%")}
        slotProps={{ input: { min: LIMITS.queue.targetWarning.min, max: LIMITS.queue.targetWarning.max } }}
      />
    </fieldset>
  );
}

function Attendants({ of: { form, faultOf }, queueId }: { readonly of: SchemaForm<QueueForm>; readonly queueId: number }) {
  const value = useWatch({ control: form.control, name: "userIds" });
  return (
    <AttendantsField
      queueId={queueId}
      value={value}
      error={faultOf("userIds")}
      onChange={(ids) => form.setValue("userIds", ids, { shouldDirty: true })}
    />
  );
}

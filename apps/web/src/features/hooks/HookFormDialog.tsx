import type { ApiReach } from "@balcao/domain/apiTokens";
import type { HookForm } from "@balcao/domain/forms";
import { HOOK_EVENT_NAMES } from "@balcao/domain/hooks";
import { LIMITS } from "@balcao/domain/limits";
import type { HookView } from "@balcao/contracts/hooks";
import Checkbox from "@mui/material/Checkbox";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { queuesQuery } from "../../lib/data/queues";
import { toasts } from "../../lib/toasts";
import { FormDialog, FormText, ReachFields, useItemForm, type SchemaForm } from "../../ui/form";
import { KeptSecret } from "../../ui/KeptSecret";
import { readHooks } from "./hooksQuery";
import "./hooks.css";

interface HookFormDialogProps {
  /** Null for a new one. */
  readonly editing: HookView | null;
  readonly onClose: () => void;
}

const NEW: HookForm = { name: "", address: "", events: ["message.created"], reach: "all", queueIds: [] };

/** What the form begins with. */
function toValues(editing: HookView | null): HookForm {
  if (editing === null) return NEW;
  const { name, address, events, reach, queueIds } = editing;
  return { name, address, events: [...events], reach, queueIds: [...queueIds] };
}

/** Makes a webhook, whose key it shows once, or changes one (D-600). */
export function HookFormDialog({ editing, onClose }: HookFormDialogProps) {
  const { t } = useTranslation("hooks");
  const [secret, setSecret] = useState<string | null>(null);
  const form = useItemForm<HookView, HookForm, string | null>({
    editing,
    schema: async () => (await import("@balcao/domain/forms")).hookForm,
    values: toValues(editing),
    area: "hooks",
    create: async ({ reach, ...values }) => (await call("hooks", "create", { body: { ...values, reach } })).secret,
    change: async ({ id }, { reach, ...changes }) => {
      const body = { ...changes, ...(reach !== undefined && { reach: reach as ApiReach }) };
      await call("hooks", "change", { params: { hookId: id }, body });
      return null;
    },
    onSaved: (made) => {
      void readHooks();
      if (made !== null) return setSecret(made);
      toasts.success(t("toast.changed"));
      onClose();
    },
  });
  if (secret !== null)
    return <KeptSecret title={t("made.title")} text={t("made.text")} label={t("made.label")} secret={secret} onDone={onClose} />;
  return (
    <FormDialog
      width={560}
      title={t(editing ? "form.change" : "form.create")}
      form={form}
      submitLabel={t(editing ? "form.save" : "form.create")}
      onClose={onClose}
    >
      <FormText of={form} name="name" label={t("form.name")} slotProps={{ input: { maxLength: LIMITS.hook.name.max } }} />
      <FormText of={form} name="address" label={t("form.address")} placeholder="https://" help={t("form.addressHelp")} />
      <EventFields form={form} />
      <Reach form={form} />
    </FormDialog>
  );
}

interface PartProps {
  readonly form: SchemaForm<HookForm>;
}

/** What it is told of. */
function EventFields({ form }: PartProps) {
  const { t } = useTranslation("hooks");
  const { control, setValue, formState } = form.form;
  const events = useWatch({ control, name: "events" });
  const fault = form.faultOf("events");
  const toggle = (event: HookForm["events"][number]) => {
    const next = events.includes(event) ? events.filter((each) => each !== event) : [...events, event];
    setValue("events", next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
  return (
    <fieldset className="hookEvents">
      <legend>{t("form.events")}</legend>
      <div>
        {HOOK_EVENT_NAMES.map((event) => (
          <label key={event}>
            <Checkbox size="small" checked={events.includes(event)} onChange={() => toggle(event)} />
            <span>{t(`event.${event}`)}</span>
          </label>
        ))}
      </div>
      {fault !== undefined && (
        <p className="fieldHelp" data-error role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

/** Which conversations it is told of. */
function Reach({ form }: PartProps) {
  const { data: queues = [] } = useQuery(queuesQuery);
  const { control, setValue, formState } = form.form;
  const reach = useWatch({ control, name: "reach" });
  return (
    <ReachFields
      area="hooks"
      reach={reach}
      queueIds={useWatch({ control, name: "queueIds" })}
      queues={queues}
      error={form.faultOf("queueIds")}
      onReach={(next) => setValue("reach", next, { shouldDirty: true })}
      onQueueIds={(ids) => setValue("queueIds", ids, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
    />
  );
}

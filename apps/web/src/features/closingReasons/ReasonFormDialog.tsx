import { CLOSING_LIMITS, readClosingReasons, type ClosingReason } from "@balcao/domain/closing";
import type { ReasonForm } from "@balcao/domain/forms";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { toasts } from "../../lib/toasts";
import { COLORS, ColorField, FormDialog, FormText, QueueChips, SwitchRow, useItemForm } from "../../ui/form";
import type { ReasonChange } from "./reasonChange";

const schema = (stored: string, own: number | null) => async () => {
  const { reasonForm } = await import("@balcao/domain/forms");
  return reasonForm(readClosingReasons(stored).filter(({ id, gone }) => !gone && id !== own));
};

interface ReasonFormDialogProps {
  readonly editing: ClosingReason | null;
  /** The list as it is stored. */
  readonly stored: string;
  readonly save: (change: ReasonChange) => Promise<void>;
  readonly onClose: () => void;
}

/** Adds or changes a reason of the list (D-500). */
export function ReasonFormDialog({ editing, stored, save, onClose }: ReasonFormDialogProps) {
  const { t } = useTranslation("closing");
  const { name = "", color = COLORS[0], queueIds: offeredIn = [], active: isActive = true } = editing ?? {};
  const form = useItemForm<ClosingReason, ReasonForm, void>({
    editing,
    schema: schema(stored, editing?.id ?? null),
    values: { name, color, queueIds: [...offeredIn], active: isActive },
    area: "closing",
    create: (put) => save({ id: null, put }),
    change: ({ id, gone: _gone, ...before }, changes) => save({ id, put: { ...before, ...changes } }),
    onSaved: () => {
      toasts.success(t("toast.saved"));
      onClose();
    },
  });
  const { control, setValue } = form.form;
  const queueIds = useWatch({ control, name: "queueIds" });
  const active = useWatch({ control, name: "active" });
  return (
    <FormDialog
      title={t(editing ? "form.editTitle" : "form.title")}
      form={form}
      submitLabel={t(editing ? "form.save" : "form.submit")}
      onClose={onClose}
    >
      <FormText of={form} name="name" label={t("form.name")} slotProps={{ input: { maxLength: CLOSING_LIMITS.name.max } }} />
      <ColorField of={form} name="color" label={t("form.color")} limit={CLOSING_LIMITS.color.max} />
      <QueueChips
        label={t("form.queues")}
        help={t("form.queuesHelp")}
        value={queueIds}
        onChange={(ids) => setValue("queueIds", ids, { shouldDirty: true })}
      />
      <SwitchRow
        label={t("form.active")}
        help={t("form.activeHelp")}
        checked={active}
        onChange={(next) => setValue("active", next, { shouldDirty: true })}
      />
    </FormDialog>
  );
}

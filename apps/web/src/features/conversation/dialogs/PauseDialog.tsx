import type { TicketView } from "@balcao/contracts/tickets";
import type { PauseForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { lazyWithTexts } from "../../../i18n/lazyWithTexts";
import { readStored, writeStored } from "../../../lib/storage";
import { FormDialog, FormText, useFormDialog } from "../../../ui/form";
import type { PauseKind } from "../ticketActions";
import { useTicketChange } from "../useTicketChange";
import "./dialogs.css";

const SnoozeDialog = lazyWithTexts("planned", () => import("../snooze/SnoozeDialog").then((door) => door.SnoozeDialog));

const RECENT_KEY = "balcao-pause-tags";
const MAX_RECENT = 6;

const schema = async () => (await import("@balcao/domain/forms")).pauseForm;
const readRecent = (): readonly string[] => (readStored(RECENT_KEY) ?? "").split("\n").filter(Boolean);

interface PauseDialogProps {
  readonly ticket: TicketView;
  readonly onClose: () => void;
}

/** A pause without an end, or one that ends by itself. */
export const PauseDialog = ({ kind, ...props }: PauseDialogProps & { readonly kind: PauseKind }) =>
  kind === "pause" ? <PauseForm {...props} /> : <SnoozeDialog {...props} />;

/**
 * Pauses a ticket: a tag is required, a message to the customer is optional (TICKET-010).
 */
function PauseForm({ ticket, onClose }: PauseDialogProps) {
  const { t } = useTranslation(["conversation", "common"]);
  const change = useTicketChange({ quiet: true });
  const [recent] = useState(readRecent);
  const form = useFormDialog<PauseForm>({
    schema,
    values: { pauseTag: "", pauseMessage: "" },
    area: "conversation",
    send: async ({ pauseTag, pauseMessage }) => {
      const texts = pauseMessage === "" ? {} : { pauseMessage };
      await change.mutateAsync({ ticketId: ticket.id, wire: { intent: "pause", input: { pauseTag } }, texts });
      const others = recent.filter((each) => each !== pauseTag);
      writeStored(RECENT_KEY, [pauseTag, ...others].slice(0, MAX_RECENT).join("\n"));
      onClose();
    },
  });
  const tag = useWatch({ control: form.form.control, name: "pauseTag" });
  const choose = (chosen: string) =>
    form.form.setValue("pauseTag", chosen, { shouldDirty: true, shouldValidate: form.form.formState.isSubmitted });
  return (
    <FormDialog
      title={t("conversation:pause.title")}
      subtitle={t("conversation:pause.text", { name: ticket.contact.name })}
      form={form}
      submitLabel={t("conversation:action.pause")}
      onClose={onClose}
    >
      <FormText
        of={form}
        name="pauseTag"
        label={t("conversation:pause.tag")}
        slotProps={{ input: { maxLength: LIMITS.ticket.pauseTag } }}
      />
      {recent.length > 0 && (
        <div className="tagChips" role="group" aria-label={t("conversation:pause.recent")}>
          {recent.map((each) => (
            <button key={each} type="button" className="tagChip" aria-pressed={tag === each} onClick={() => choose(each)}>
              {each}
            </button>
          ))}
        </div>
      )}
      <FormText
        of={form}
        name="pauseMessage"
        label={t("conversation:pause.message")}
        optional={t("common:form.optional")}
        multiline
        minRows={2}
        maxRows={5}
        limit={LIMITS.ticket.message}
      />
    </FormDialog>
  );
}

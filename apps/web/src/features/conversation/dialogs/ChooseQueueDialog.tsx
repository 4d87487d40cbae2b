import Radio from "@mui/material/Radio";
import type { TicketView } from "@balcao/contracts/tickets";
import type { ChooseQueueForm } from "@balcao/domain/forms";
import type { CSSProperties } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useSelf } from "../../../lib/session";
import { FormDialog, useFormDialog } from "../../../ui/form";
import "./dialogs.css";

interface ChooseQueueDialogProps {
  readonly ticket: TicketView;
  readonly onChoose: (queueId: number) => Promise<void>;
  readonly onClose: () => void;
}

const schema = async () => (await import("@balcao/domain/forms")).chooseQueueForm;

/**
 * The choice of a queue for a ticket without one. No queue is preselected (INBOX-022, INBOX-023).
 */
export function ChooseQueueDialog({ ticket, onChoose, onClose }: ChooseQueueDialogProps) {
  const { t } = useTranslation(["conversation"]);
  const { queues } = useSelf();
  const form = useFormDialog<ChooseQueueForm>({
    schema,
    values: { queueId: 0 },
    area: "conversation",
    send: ({ queueId }) => onChoose(queueId),
  });
  const chosen = useWatch({ control: form.form.control, name: "queueId" });
  return (
    <FormDialog
      title={t("conversation:chooseQueue.title")}
      subtitle={t("conversation:chooseQueue.text", { name: ticket.contact.name })}
      form={{ ...form, dirty: false }}
      submitLabel={t("conversation:chooseQueue.start")}
      unable={chosen === 0}
      onClose={onClose}
    >
      <div className="queueChoices" role="radiogroup" aria-label={t("conversation:chooseQueue.title")}>
        {queues.map((queue) => (
          <label key={queue.id} className="queueChoice">
            <Radio
              size="small"
              name="queue"
              checked={chosen === queue.id}
              onChange={() => form.form.setValue("queueId", queue.id, { shouldDirty: true })}
            />
            <span className="queueDot" style={{ "--queue": queue.color } as CSSProperties} />
            {queue.name}
          </label>
        ))}
      </div>
    </FormDialog>
  );
}

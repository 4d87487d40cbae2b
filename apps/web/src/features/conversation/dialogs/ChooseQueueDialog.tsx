import Radio from "@mui/material/Radio";
import type { TicketView } from "@balcao/contracts/tickets";
import { useState, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { useSelf } from "../../../lib/session";
import { TicketDialog } from "./TicketDialog";

interface ChooseQueueDialogProps {
  readonly ticket: TicketView;
  readonly busy: boolean;
  readonly onChoose: (queueId: number) => void;
  readonly onClose: () => void;
}

/** Where a ticket without a queue will be attended; starts only after a choice (INBOX-022, INBOX-023). */
export function ChooseQueueDialog({ ticket, busy, onChoose, onClose }: ChooseQueueDialogProps) {
  const { t } = useTranslation(["conversation"]);
  const { queues } = useSelf();
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <TicketDialog
      title={t("conversation:chooseQueue.title")}
      subtitle={t("conversation:chooseQueue.text", { name: ticket.contact.name })}
      onClose={onClose}
      onSubmit={() => chosen !== null && !busy && onChoose(chosen)}
      deed={t("conversation:chooseQueue.start")}
      pending={busy}
      unable={chosen === null}
    >
      <div className="queueChoices" role="radiogroup" aria-label={t("conversation:chooseQueue.title")}>
        {queues.map((queue, at) => (
          <label key={queue.id} className="queueChoice">
            <Radio size="small" name="queue" autoFocus={at === 0} checked={chosen === queue.id} onChange={() => setChosen(queue.id)} />
            <span className="queueDot" style={{ "--queue": queue.color } as CSSProperties} />
            {queue.name}
          </label>
        ))}
      </div>
    </TicketDialog>
  );
}

import type { TicketView } from "@balcao/contracts/tickets";
import type { ChooseQueueForm } from "@balcao/domain/forms";
import Button from "@mui/material/Button";
import Radio from "@mui/material/Radio";
import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../lib/api";
import { ticketQuery } from "../../../lib/data/ticketLists";
import { useSelf } from "../../../lib/session";
import { FormDialog, useFormDialog } from "../../../ui/form";
import { QuestionDialog } from "../../../ui/QuestionDialog";
import "./dialogs.css";

interface ChooseQueueDialogProps {
  readonly ticket: TicketView;
  readonly onChoose: (queueId: number) => Promise<void>;
  readonly onClose: () => void;
}

const schema = async () => (await import("@balcao/domain/forms")).chooseQueueForm;

/**
 * The choice of a queue for a ticket without one. No queue is preselected.
 */
function ChooseQueueDialog({ ticket, onChoose, onClose }: ChooseQueueDialogProps) {
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

interface AcceptDialogProps {
  readonly ticket: TicketView;
  /** Whether the api has refused the acceptance, because somebody else was faster. */
  readonly lost: boolean;
  readonly onChoose: (queueId: number) => Promise<void>;
  readonly onShow: (ticketId: number) => void;
  /** Undefined while no other ticket waits. */
  readonly onNext: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Who has the ticket now: somebody else, by name where this person may see it; null while nobody else has it. */
function useTaker(ticketId: number): { readonly name: string | undefined } | null {
  const self = useSelf();
  const { data, error } = useQuery(ticketQuery(ticketId));
  if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return { name: undefined };
  return data && data.userId !== null && data.userId !== self.id ? { name: data.user?.name } : null;
}

/** The choice of a queue before a ticket is accepted; as soon as somebody else has accepted it, who that was. */
export function AcceptDialog({ ticket, lost, onChoose, onShow, onNext, onClose }: AcceptDialogProps) {
  const taker = useTaker(ticket.id);
  if (!lost && !taker) return <ChooseQueueDialog ticket={ticket} onChoose={onChoose} onClose={onClose} />;
  return (
    <TakenDialog
      contact={ticket.contact.name}
      owner={taker?.name}
      onShow={taker?.name === undefined ? undefined : () => onShow(ticket.id)}
      onNext={onNext}
      onClose={onClose}
    />
  );
}

interface TakenDialogProps {
  readonly contact: string;
  /** Undefined when this person may not see who it is. */
  readonly owner: string | undefined;
  readonly onShow: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Says that somebody else has accepted the ticket, with what can be done now; the focus starts on the best of it. */
function TakenDialog({ contact, owner, onShow, onNext, onClose }: TakenDialogProps) {
  const { t } = useTranslation(["conversation"]);
  return (
    <QuestionDialog
      title={owner === undefined ? t("conversation:taken.bySomebody") : t("conversation:taken.by", { name: owner })}
      onClose={onClose}
      buttons={
        <>
          <Button autoFocus={!onNext} onClick={onClose}>
            {t("conversation:taken.close")}
          </Button>
          {onShow && <Button onClick={onShow}>{t("conversation:taken.show")}</Button>}
          {onNext && (
            <Button autoFocus variant="contained" color="primary" onClick={onNext}>
              {t("conversation:taken.next")}
            </Button>
          )}
        </>
      }
    >
      {t("conversation:taken.text", { name: contact })}
    </QuestionDialog>
  );
}

import type { TicketView } from "@balcao/contracts/tickets";
import type { ColleagueView } from "@balcao/contracts/users";
import { matches } from "@balcao/domain/access";
import type { TransferForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { ticketCondition } from "@balcao/domain/tickets";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { connectionsQuery, type Connection } from "../../../lib/data/connections";
import { queuesQuery } from "../../../lib/data/queues";
import { useSettings } from "../../../lib/data/settings";
import { toActor, useSelf } from "../../../lib/session";
import { toasts } from "../../../lib/toasts";
import { FormDialog, FormSelect, FormText, SwitchRow, toKeptQueue, useFormDialog } from "../../../ui/form";
import { keepsPlace } from "../ticketActions";
import { useTicketChange } from "../useTicketChange";
import { NewOwnerField, queuesOf } from "./NewOwnerField";
import "./dialogs.css";

const schema = async () => (await import("@balcao/domain/forms")).transferForm;

/**
 * The form of a transfer: who may get the ticket, in which queue, and which text is sent
 * (TICKET-012, TICKET-013).
 */
function useTransferForm(ticket: TicketView, onDone: () => void) {
  const { t } = useTranslation("conversation");
  const settings = useSettings();
  const self = useSelf();
  const { data: queues = [] } = useQuery(queuesQuery);
  const change = useTicketChange({ quiet: true });
  const [colleague, setColleague] = useState<ColleagueView | null>(null);
  const facts = { status: ticket.status, isGroup: ticket.isGroup, queueId: ticket.queueId, userId: ticket.userId };

  const form = useFormDialog<TransferForm>({
    schema,
    values: {
      userId: null,
      queueId: ticket.queueId ?? 0,
      whatsappId: ticket.whatsappId ?? 0,
      messageForced: settings.forceTransferMessage,
      comment: "",
      transferMessage: "",
      recoverMessages: false,
    },
    area: "conversation",
    send: async ({ userId, queueId, whatsappId, comment, transferMessage, recoverMessages }, { setError }) => {
      const input = { queueId, connectionId: whatsappId, ...(userId !== null && { userId }) };
      if (keepsPlace(ticket, input)) return setError("root", { message: t("transfer.nothing") });
      const texts = {
        ...(comment !== "" && { comment }),
        ...(transferMessage !== "" && { transferMessage }),
        ...(recoverMessages && { recoverMessages }),
      };
      await change.mutateAsync({ ticketId: ticket.id, wire: { intent: "transfer", input }, texts });
      toasts.success(t("transfer.done"));
      onDone();
    },
  });

  function chooseColleague(person: ColleagueView | null): void {
    setColleague(person);
    form.form.setValue("userId", person?.id ?? null, { shouldDirty: true });
    form.form.setValue("queueId", toKeptQueue(form.form.getValues("queueId"), queuesOf(person, queues)));
  }

  return {
    form,
    colleague,
    chooseColleague,
    queueId: ticket.queueId,
    /** Who has it already. */
    owner: ticket.userId === null ? [] : [ticket.userId],
    queues: queuesOf(colleague, queues),
    mayMoveConnection: !ticket.isGroup && matches(ticketCondition("ticket:transferWhatsapp", toActor(self), settings), facts),
    messageForced: settings.forceTransferMessage,
  };
}

interface TransferDialogProps {
  readonly ticket: TicketView;
  readonly onClose: () => void;
  readonly onMoved: () => void;
}

type Transfer = ReturnType<typeof useTransferForm>;

/**
 * Transfers a ticket to another person, queue or connection (TICKET-040).
 */
export function TransferDialog({ ticket, onClose, onMoved }: TransferDialogProps) {
  const { t } = useTranslation(["conversation", "common"]);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const transfer = useTransferForm(ticket, () => {
    onClose();
    onMoved();
  });
  const { form, queues } = transfer;
  return (
    <FormDialog
      title={t("conversation:transfer.title")}
      subtitle={`#${ticket.id} · ${ticket.contact.name}`}
      form={form}
      submitLabel={t("conversation:action.transfer")}
      onClose={onClose}
    >
      <NewOwnerField {...transfer} />
      <div className="formPair">
        <FormSelect
          of={form}
          name="queueId"
          label={t("conversation:transfer.queue")}
          placeholder={t("conversation:transfer.choose")}
          options={queues}
          adornment={(queue) => <span className="queueDot" style={{ "--queue": queue.color } as CSSProperties} />}
        />
        {transfer.mayMoveConnection && (
          <FormSelect
            of={form}
            name="whatsappId"
            label={t("conversation:transfer.connection")}
            placeholder={t("conversation:transfer.choose")}
            options={connections}
          />
        )}
      </div>
      <FormText
        of={form}
        name="comment"
        label={t("conversation:transfer.note")}
        optional={t("common:form.optional")}
        multiline
        minRows={2}
        maxRows={5}
        limit={LIMITS.ticket.comment}
      />
      <FormText
        of={form}
        name="transferMessage"
        label={t("conversation:transfer.message")}
        {...(!transfer.messageForced && { optional: t("common:form.optional") })}
        multiline
        minRows={2}
        maxRows={5}
        limit={LIMITS.ticket.message}
      />
      <RecoverField transfer={transfer} connections={connections} />
    </FormDialog>
  );
}

/**
 * Whether whoever gets the ticket sees what was said so far; asked where the connection shows a
 * part of the history only.
 */
function RecoverField({ transfer: { form }, connections }: { readonly transfer: Transfer; readonly connections: readonly Connection[] }) {
  const { t } = useTranslation("conversation");
  const [whatsappId, recovers] = useWatch({ control: form.form.control, name: ["whatsappId", "recoverMessages"] });
  const connection = connections.find(({ id }) => id === whatsappId);
  if (!connection?.historyByQueue && !connection?.historyByUser) return null;
  return (
    <SwitchRow
      label={t("transfer.recover")}
      help={t("transfer.recoverHelp")}
      checked={recovers}
      onChange={(checked) => form.form.setValue("recoverMessages", checked, { shouldDirty: true })}
    />
  );
}

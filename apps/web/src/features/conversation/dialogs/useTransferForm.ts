import type { TicketView } from "@balcao/contracts/tickets";
import { matches } from "@balcao/domain/access";
import type { TransferForm } from "@balcao/domain/forms";
import { ticketCondition } from "@balcao/domain/tickets";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { queuesQuery } from "../../../lib/data/queues";
import { useSettings } from "../../../lib/data/settings";
import { toActor, useSelf } from "../../../lib/session";
import { toasts } from "../../../lib/toasts";
import { useFormDialog } from "../../../ui/form";
import { useTicketChange } from "../useTicketChange";

/** The active users whose name matches. */
export const searchColleagues = async (text: string, signal: AbortSignal) =>
  (await call("users", "list", { query: { searchParam: text } }, { signal })).users.filter((user) => user.active);

type Colleague = Awaited<ReturnType<typeof searchColleagues>>[number];

const schema = async () => (await import("@balcao/domain/forms")).transferForm;

/**
 * The form of a transfer: who may get the ticket, in which queue, and which text is sent
 * (TICKET-012, TICKET-013, TICKET-036).
 */
export function useTransferForm(ticket: TicketView, onDone: () => void) {
  const { t } = useTranslation("conversation");
  const settings = useSettings();
  const self = useSelf();
  const { data: queues = [] } = useQuery(queuesQuery);
  const change = useTicketChange({ quiet: true });
  const [colleague, setColleague] = useState<Colleague | null>(null);
  const facts = { status: ticket.status, isGroup: ticket.isGroup, queueId: ticket.queueId, userId: ticket.userId };

  const form = useFormDialog<TransferForm>({
    schema,
    values: {
      userId: null,
      queueId: ticket.queueId ?? 0,
      whatsappId: ticket.whatsappId ?? 0,
      messageForced: settings.forceTransferMessage,
      transferMessage: "",
      recoverMessages: false,
    },
    area: "conversation",
    send: async ({ userId, queueId, whatsappId, transferMessage, recoverMessages }) => {
      const input = { queueId, connectionId: whatsappId, ...(userId !== null && { userId }) };
      const texts = { ...(transferMessage !== "" && { transferMessage }), ...(recoverMessages && { recoverMessages }) };
      await change.mutateAsync({ ticketId: ticket.id, wire: { intent: "transfer", input }, texts });
      toasts.success(t("transfer.done"));
      onDone();
    },
  });

  /** A person can only get tickets of their own queues. */
  const offeredTo = (person: Colleague | null) =>
    person && person.profile !== "admin" ? queues.filter((queue) => person.queues.some(({ id }) => id === queue.id)) : queues;

  function chooseColleague(person: Colleague | null): void {
    setColleague(person);
    form.form.setValue("userId", person?.id ?? null, { shouldDirty: true });
    const queueId = form.form.getValues("queueId");
    if (!offeredTo(person).some(({ id }) => id === queueId)) form.form.setValue("queueId", 0);
  }

  return {
    form,
    colleague,
    chooseColleague,
    queues: offeredTo(colleague),
    mayMoveConnection: !ticket.isGroup && matches(ticketCondition("ticket:transferWhatsapp", toActor(self), settings), facts),
    messageForced: settings.forceTransferMessage,
  };
}

import type { TicketView } from "@balcao/contracts/tickets";
import type { NewTicketForm } from "@balcao/domain/forms";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, call } from "../../../lib/api";
import { connectionsQuery } from "../../../lib/data/connections";
import { putTicket } from "../../../lib/data/ticketLists";
import { queryClient } from "../../../lib/queryClient";
import { useSelf } from "../../../lib/session";
import { useCreateForm } from "../../../ui/form";
import { useQueueSelection } from "../listFilter";
import { existingSentence } from "./existingSentence";

export interface ChosenContact {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
}

/** The live ticket that prevents a new one; `ticket` is set only when the person may open it. */
export interface ExistingTicket {
  readonly sentence: string;
  readonly ticket: TicketView | null;
}

/** Reads the existing ticket, with the sentence about it (INBOX-042). */
async function findExisting(contactId: number, whatsappId: number): Promise<ExistingTicket> {
  const found = await call("tickets", "byContact", { params: { contactId }, query: { whatsappId } });
  return {
    sentence: existingSentence(found),
    ticket: "id" in found ? found : null,
  };
}

const schema = async () => (await import("@balcao/domain/forms")).newTicketForm;

const onlyOne = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);

/**
 * The queues and connections in which a person may open a ticket; `preset` is the preselected
 * connection.
 */
function usePlaces() {
  const self = useSelf();
  const { offered } = useQueueSelection();
  const { data: connections = [], isSuccess } = useQuery(connectionsQuery);
  return {
    queues: self.profile === "admin" && self.queues.length === 0 ? offered : self.queues,
    connections,
    preset: connections.find((each) => each.isDefault) ?? onlyOne(connections),
    connectionsLoaded: isSuccess,
  };
}

/** The form of a new ticket and its choices; `chosen` is the contact at first. */
export function useNewTicket(chosen: ChosenContact | null, onOpened: (ticket: TicketView) => void) {
  const self = useSelf();
  const { queues, connections, preset, connectionsLoaded } = usePlaces();
  const [contact, setContact] = useState(chosen);
  const [existing, setExisting] = useState<ExistingTicket | null>(null);
  const form = useCreateForm<NewTicketForm>({
    schema,
    values: { contactId: chosen?.id ?? 0, queueId: onlyOne(queues)?.id ?? 0, whatsappId: preset?.id ?? 0 },
    area: "tickets",
    create: async (place, idempotencyKey) => {
      try {
        const body = { ...place, userId: self.id, status: "open" } as const;
        const ticket = await call("tickets", "create", { body }, { idempotencyKey });
        putTicket(queryClient, ticket);
        onOpened(ticket);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "ERR_OTHER_OPEN_TICKET") throw error;
        setExisting(await findExisting(place.contactId, place.whatsappId));
      }
    },
  });

  const { resetField, getFieldState } = form.form;
  const presetId = preset?.id;
  useEffect(() => {
    if (presetId !== undefined && !getFieldState("whatsappId").isDirty) resetField("whatsappId", { defaultValue: presetId });
  }, [presetId, resetField, getFieldState]);

  function chooseContact(other: ChosenContact | null): void {
    setContact(other);
    setExisting(null);
    form.form.setValue("contactId", other?.id ?? 0, { shouldDirty: true, shouldValidate: form.form.formState.isSubmitted });
  }

  return {
    form,
    queues,
    connections,
    connectionsLoaded,
    contact,
    chooseContact,
    existing,
    forgetExisting: () => setExisting(null),
  };
}

import type { MessageView } from "@balcao/contracts/messages";
import { LIMITS } from "@balcao/domain/limits";
import { previewText } from "@balcao/domain/texts";
import WarningRounded from "@mui/icons-material/WarningRounded";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call, toRefusalText } from "../../../lib/api";
import { connectionsQuery } from "../../../lib/data/connections";
import { toasts } from "../../../lib/toasts";
import { SelectField } from "../../../ui";
import { ContactsField, FormDialog, useCreateForm, type NamedContact } from "../../../ui/form";
import "./dialogs.css";

interface ForwardForm {
  contacts: NamedContact[];
}

const schema = async () => {
  const { chosenOnes, form } = await import("@balcao/domain/forms");
  return form({ contacts: chosenOnes<NamedContact>(LIMITS.message.recipients) });
};

/** A contact who did not get a message, and why. */
interface Failure {
  readonly contact: NamedContact;
  readonly reason: string;
}

/** By which number each contact gets what is forwarded, as the person chose it. */
type Places = Readonly<Record<number, number>>;

/** The other numbers on which a contact has a live conversation; none where there is one on this number, which is taken. */
const otherNumbersQuery = (contactId: number, whatsappId: number) => ({
  queryKey: ["otherNumbers", contactId, whatsappId],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly number[]> => {
    const { tickets } = await call("tickets", "ofContact", { params: { contactId }, query: {} }, { signal });
    const live = tickets.flatMap((ticket) => (ticket.status === "closed" ? [] : (ticket.whatsappId ?? [])));
    return live.includes(whatsappId) ? [] : [...new Set(live)];
  },
  staleTime: 0,
});

/** The contacts for whom the person has to choose a conversation; `ready` once that is certain and chosen. */
function usePlaces(contacts: readonly NamedContact[], whatsappId: number, places: Places) {
  const found = useQueries({ queries: contacts.map(({ id }) => otherNumbersQuery(id, whatsappId)) });
  const asked = contacts.flatMap((contact, at) => {
    const others = found[at]?.data ?? [];
    return others.length === 0 ? [] : [{ contact, others }];
  });
  // What could not be read asks nothing.
  const ready = found.every(({ isPending }) => !isPending) && asked.every(({ contact }) => places[contact.id] !== undefined);
  return { asked, ready };
}

interface ForwardPlacesProps {
  readonly asked: ReturnType<typeof usePlaces>["asked"];
  readonly whatsappId: number;
  readonly places: Places;
  readonly onChoose: (contactId: number, whatsappId: number) => void;
}

/** Asks into which conversation it goes for contacts who talk on another number, so that no second one begins unasked. */
function ForwardPlaces({ asked, whatsappId, places, onChoose }: ForwardPlacesProps) {
  const { t } = useTranslation("conversation");
  const { data: connections = [] } = useQuery(connectionsQuery);
  const nameOf = (id: number) => connections.find((connection) => connection.id === id)?.name ?? "";
  return asked.map(({ contact, others }) => (
    <SelectField
      key={contact.id}
      label={t("forward.place", { name: contact.name })}
      placeholder={t("transfer.choose")}
      value={String(places[contact.id] ?? "")}
      options={[
        ...others.map((id) => ({ value: String(id), label: t("forward.running", { number: nameOf(id) }) })),
        { value: String(whatsappId), label: t("forward.begun", { number: nameOf(whatsappId) }) },
      ]}
      onChange={(value) => onChoose(contact.id, Number(value))}
    />
  ));
}

/**
 * Forwards the messages one after the other, in their order, each to all contacts. A repetition
 * with the same key sends nothing twice.
 */
async function forwardAll(
  messages: readonly MessageView[],
  contacts: readonly NamedContact[],
  { key, whatsappId, places }: { readonly key: string; readonly whatsappId: number; readonly places: Places },
): Promise<Failure[]> {
  const failed = new Map<number, string>();
  const numbers = new Set(contacts.map((contact) => places[contact.id] ?? whatsappId));
  for (const { id, ticketId } of messages) {
    const messageId = Number(id);
    const log = { descricao: `Encaminhou a mensagem ${id}`, origem: "Mensagens", ticketId, messageId };
    for (const number of numbers) {
      const there = contacts.flatMap((contact) => ((places[contact.id] ?? whatsappId) === number ? [contact.id] : []));
      const { failures } = await call(
        "messages",
        "forward",
        { params: { messageId }, body: { contacts: there, ...(number !== whatsappId && { whatsappId: number }), log } },
        { idempotencyKey: `${key}-${id}-${number}` },
      );
      for (const { contactId, error, code } of failures) failed.set(contactId, toRefusalText({ text: error, code }));
    }
  }
  return contacts.flatMap((contact) => {
    const reason = failed.get(contact.id);
    return reason === undefined ? [] : [{ contact, reason }];
  });
}

interface ForwardDialogProps {
  /** The number of the conversation of the messages. */
  readonly whatsappId: number;
  /** In the order in which they are forwarded. */
  readonly messages: readonly MessageView[];
  readonly onClose: () => void;
  readonly onForwarded: () => void;
}

/** Forwards messages to contacts; those who did not get them stay in the dialog. */
export function ForwardDialog({ whatsappId, messages, onClose, onForwarded }: ForwardDialogProps) {
  const { t } = useTranslation("conversation");
  const [places, setPlaces] = useState<Places>({});
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const form = useCreateForm<ForwardForm>({
    schema,
    values: { contacts: [] },
    area: "conversation",
    parts: true,
    create: async ({ contacts }, key, { reset }) => {
      const failed = await forwardAll(messages, contacts, { key, whatsappId, places });
      setFailures(failed);
      const reached = contacts.length - failed.length;
      if (reached > 0) toasts.success(t("forward.done", { count: reached }));
      if (failed.length > 0) return reset({ contacts: failed.map(({ contact }) => contact) });
      onClose();
      onForwarded();
    },
  });
  const contacts = useWatch({ control: form.form.control, name: "contacts" });
  const { asked, ready } = usePlaces(contacts, whatsappId, places);
  const [first] = messages;
  const text = first && previewText({ type: first.mediaType, body: first.body, userName: first.userName });
  return (
    <FormDialog
      title={t("forward.title", { count: messages.length })}
      subtitle={messages.length === 1 ? text : undefined}
      form={form}
      submitLabel={t("forward.action")}
      unable={contacts.length === 0 || !ready}
      discardText={t("forward.discard")}
      onClose={onClose}
    >
      {failures.length > 0 && (
        <div className="forwardFailures" role="alert">
          <WarningRounded aria-hidden />
          <div>
            <b>{t("forward.failed", { count: failures.length })}</b>
            <ul>
              {failures.map(({ contact, reason }) => (
                <li key={contact.id}>
                  {contact.name}: {reason}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <ContactsField
        label={t("forward.contacts")}
        required
        value={contacts}
        onChange={(chosen) => form.form.setValue("contacts", chosen, { shouldDirty: true })}
        error={form.faultOf("contacts")}
      />
      <ForwardPlaces
        {...{ asked, whatsappId, places }}
        onChoose={(contactId, number) => setPlaces((now) => ({ ...now, [contactId]: number }))}
      />
    </FormDialog>
  );
}
